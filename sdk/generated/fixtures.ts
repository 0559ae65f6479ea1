/** Made by `npm run generate` from the documents. Edit those. */

import type { ErrorExamples, EventExamples, RequestExamples, ResponseExamples } from '../fixture-types.ts';

export const events = {
  "interested": {
    "event": "call.completed",
    "timestamp": "2026-01-03T12:04:05.120Z",
    "data": {
      "call_id": "call_01kdvzjtc9fyhs3w8t2m5q7r4b",
      "outcome": "INTERESTED",
      "notes": "Would like an offer by e-mail.",
      "duration_seconds": 127,
      "started_at": "2026-01-03T12:01:44.300Z",
      "recording_url": null,
      "transcript": "Agent: Hello, this is Riley. Are you thinking of selling?\nContact: I am. Send me an offer.",
      "contact": {
        "name": "Dana Whitfield",
        "phone": "+15550012345",
        "address": "418 Alder Street",
        "city": "Boise",
        "state": "ID",
        "zip": "83702"
      },
      "callback": null,
      "campaign": null,
      "extraction": {
        "budget": 385000,
        "timeframe": "spring"
      },
      "extraction_error": null,
      "variables": {
        "first_name": "Dana",
        "address": "418 Alder Street"
      },
      "metadata": {
        "crmLeadId": "lead-20931"
      },
      "known_consent": true,
      "consent_record_id": "consent-2026-00412"
    }
  },
  "callback": {
    "event": "call.completed",
    "timestamp": "2026-01-03T15:20:31.004Z",
    "data": {
      "call_id": "call_01kdwb02s4tz8k3n6q9w1y5e7g",
      "outcome": "CALLBACK",
      "notes": "Was driving.",
      "duration_seconds": 19,
      "started_at": "2026-01-03T15:19:58.210Z",
      "recording_url": null,
      "transcript": "Agent: Hello, this is Riley.\nContact: I'm driving, call me on Monday after five.",
      "contact": {
        "name": "Mika Sørensen",
        "phone": "+15550030007",
        "address": "",
        "city": "",
        "state": "",
        "zip": ""
      },
      "callback": {
        "requestedAt": "2026-01-05T17:00:00Z",
        "note": "Monday after five."
      },
      "campaign": null,
      "extraction": null,
      "extraction_error": null,
      "variables": {},
      "metadata": {},
      "known_consent": false,
      "consent_record_id": null
    }
  },
  "unanswered": {
    "event": "call.completed",
    "timestamp": "2026-01-03T16:02:12.500Z",
    "data": {
      "call_id": "call_01kdwdd4f6h8k0m2p4r6t8v0x2",
      "outcome": "NO_ANSWER",
      "notes": null,
      "duration_seconds": null,
      "started_at": "2026-01-03T16:01:50.000Z",
      "recording_url": null,
      "transcript": "",
      "contact": {
        "name": "",
        "phone": "+15550100042",
        "address": "",
        "city": "",
        "state": "",
        "zip": ""
      },
      "callback": null,
      "campaign": null,
      "extraction": null,
      "extraction_error": null,
      "variables": {},
      "metadata": {
        "crmLeadId": "lead-20932"
      },
      "known_consent": false,
      "consent_record_id": null
    }
  },
  "extractionFailed": {
    "event": "call.completed",
    "timestamp": "2026-01-03T16:10:45.900Z",
    "data": {
      "call_id": "call_01kdwdx8j0m2p4r6t8v0x2z4b6",
      "outcome": "INTERESTED",
      "notes": null,
      "duration_seconds": 64,
      "started_at": "2026-01-03T16:09:30.000Z",
      "recording_url": null,
      "transcript": "Agent: Hello.\nContact: Yes, I am interested.",
      "contact": {
        "name": "Dana Whitfield",
        "phone": "+15550200001",
        "address": "",
        "city": "",
        "state": "",
        "zip": ""
      },
      "callback": null,
      "campaign": null,
      "extraction": null,
      "extraction_error": "The extracted data lacks /budget.",
      "variables": {},
      "metadata": {},
      "known_consent": false,
      "consent_record_id": null
    }
  },
  "dialer": {
    "event": "call.completed",
    "timestamp": "2026-01-03T17:31:00.000Z",
    "data": {
      "call_id": "call_01kdwjj1n3q5s7v9x1z3b5d7f9",
      "outcome": "NOT_INTERESTED",
      "notes": "Sold already.",
      "duration_seconds": 33,
      "started_at": "2026-01-03T17:30:05.000Z",
      "recording_url": null,
      "transcript": "Agent: Hello.\nContact: We sold last year.",
      "contact": {
        "name": "Ari Brandt",
        "phone": "+15550020099",
        "address": "9 Mill Lane",
        "city": "Nampa",
        "state": "ID",
        "zip": "83651"
      },
      "callback": null,
      "campaign": {
        "id": "cmp_7f3a",
        "name": "Winter outreach"
      },
      "extraction": null,
      "extraction_error": null
    }
  },
  "smsReceived": {
    "event": "sms.received",
    "timestamp": "2026-01-03T18:00:02.000Z",
    "data": {
      "message_id": "msg_01kdwm7f9h1k3m5p7r9t1v3x5z",
      "contact_id": "con_01kdvz1p6r8t0w2y4k6m8q0s2v",
      "phone": "+15550012345",
      "campaign_id": null,
      "campaign_name": null,
      "body": "Yes please, call me on Monday."
    }
  },
  "smsDelivered": {
    "event": "sms.delivered",
    "timestamp": "2026-01-03T17:55:41.000Z",
    "data": {
      "message_id": "msg_01kdwkzm3e5a7c9x1t4v6b2nd8",
      "contact_id": "con_01kdvz1p6r8t0w2y4k6m8q0s2v",
      "phone": "+15550012345",
      "campaign_id": "cmp_7f3a",
      "campaign_name": "Winter outreach"
    }
  },
  "ownerNotice": {
    "event": "sms.delivered",
    "timestamp": "2026-01-03T17:56:03.000Z",
    "data": {
      "message_id": "msg_01kdwm0b2d4f6h8k0m2p4r6t8v",
      "contact_id": null,
      "phone": "+15550099999",
      "campaign_id": null,
      "campaign_name": null
    }
  },
  "smsFailed": {
    "event": "sms.failed",
    "timestamp": "2026-01-03T17:55:47.000Z",
    "data": {
      "message_id": "msg_01kdwkzp5g7j9m1q3s5v7x9z1b",
      "contact_id": "con_01kdvz2r8t0w2y4k6m8q0s2v4x",
      "phone": "+15550012346",
      "campaign_id": "cmp_7f3a",
      "campaign_name": "Winter outreach",
      "error_code": "30007",
      "reason": "The carrier filtered the message as spam."
    }
  },
  "aiCall": {
    "event": "lead.qualified",
    "timestamp": "2026-01-03T12:04:05.120Z",
    "data": {
      "origin": "ai_call",
      "leadId": "con_01kdvz1p6r8t0w2y4k6m8q0s2v",
      "lead": {
        "id": "con_01kdvz1p6r8t0w2y4k6m8q0s2v",
        "fullName": "Dana Whitfield",
        "phone": "+15550012345",
        "email": "dana@example.com",
        "customFieldKeyCount": 3
      },
      "property": {
        "id": "prp_58d1",
        "address1": "418 Alder Street",
        "city": "Boise",
        "state": "ID",
        "zip": "83702"
      },
      "call": {
        "id": "call_01kdvzjtc9fyhs3w8t2m5q7r4b",
        "outcome": "INTERESTED",
        "durationSeconds": 127,
        "transcript": "Agent: Hello, this is Riley. Are you thinking of selling?\nContact: I am. Send me an offer.",
        "recordingUrl": null,
        "startedAt": "2026-01-03T12:01:44.300Z",
        "answeredAt": "2026-01-03T12:01:58.000Z"
      },
      "metadata": {
        "crmLeadId": "lead-8841"
      },
      "consentRecordId": "consent-2026-00412"
    }
  },
  "pipelineStage": {
    "event": "lead.qualified",
    "timestamp": "2026-01-04T09:12:00.000Z",
    "data": {
      "origin": "pipeline_stage",
      "contactId": "con_01kdvz1p6r8t0w2y4k6m8q0s2v",
      "statusName": "Qualified",
      "source": "pipeline",
      "campaignId": "cmp_7f3a",
      "contact": {
        "fullName": "Dana Whitfield",
        "phone": "+15550012345",
        "owners": [
          {
            "name": "Dana Whitfield",
            "status": "active",
            "phones": [
              {
                "number": "+15550012345",
                "label": "home",
                "type": "mobile",
                "dnc": false
              }
            ]
          }
        ],
        "tags": [
          "hot",
          "spring-list"
        ],
        "doNotContact": false
      },
      "property": {
        "id": "prp_58d1",
        "address1": "418 Alder Street",
        "city": "Boise",
        "state": "ID",
        "zip": "83702",
        "outcome": "INTERESTED",
        "dialerStatus": "done",
        "callAttempts": 2,
        "leadStatus": {
          "id": "st_4",
          "name": "Qualified"
        },
        "customFields": {
          "roof": "new",
          "bedrooms": "3"
        },
        "createdAt": "2025-11-20T09:30:00.000Z"
      }
    }
  },
  "automation": {
    "event": "lead.qualified",
    "timestamp": "2026-01-04T10:00:00.000Z",
    "data": {
      "origin": "automation",
      "contactId": "con_01kdvz1p6r8t0w2y4k6m8q0s2v",
      "statusName": "Automation",
      "source": "automation",
      "campaignId": null,
      "contact": {
        "fullName": "Dana Whitfield",
        "phone": "+15550012345"
      },
      "property": {
        "id": "prp_58d1",
        "address1": "418 Alder Street",
        "city": "Boise",
        "state": "ID",
        "zip": "83702"
      },
      "automation": {
        "sequenceId": "seq_22",
        "enrollmentId": "enr_9041",
        "nodeId": "node_5",
        "name": "Spring follow-up"
      }
    }
  },
  "contactPage": {
    "event": "lead.qualified",
    "timestamp": "2026-01-04T11:30:00.000Z",
    "data": {
      "origin": "contact_page",
      "contactId": "con_01kdvz2r8t0w2y4k6m8q0s2v4x",
      "statusName": null,
      "source": "crm_push",
      "campaignId": null,
      "contact": {
        "fullName": "Ari Brandt",
        "phone": "+15550020099",
        "owners": [],
        "tags": [],
        "doNotContact": false
      }
    }
  },
  "assistant": {
    "event": "lead.qualified",
    "timestamp": "2026-01-04T12:45:00.000Z",
    "data": {
      "origin": "assistant",
      "contactId": "con_01kdvz2r8t0w2y4k6m8q0s2v4x",
      "statusName": "Qualified",
      "source": "assistant",
      "campaignId": null
    }
  }
} satisfies EventExamples;

export const requests = {
  "placeCall": {
    "minimal": {
      "agentId": "agt_01kaezq2c8f4d6g8h0jkmnpqrs",
      "phoneNumber": "+14155550123"
    },
    "everything": {
      "agentId": "agt_01kaezq2c8f4d6g8h0jkmnpqrs",
      "phoneNumber": "+14155550123",
      "fromPhoneNumberId": "num_01kaezq5v9a1b2c3d4e5f6g7h8",
      "variables": {
        "firstName": "Dana",
        "property": {
          "street": "418 Alder Street",
          "bedrooms": 4
        }
      },
      "metadata": {
        "crmLeadId": "lead-8841"
      },
      "idempotencyKey": "crm-lead-8841-first-call",
      "knownConsent": true,
      "consentRecordId": "consent-2291"
    },
    "invalidPhoneNumber": {
      "agentId": "agt_01kaezq2c8f4d6g8h0jkmnpqrs",
      "phoneNumber": "555-0123"
    },
    "missingVariables": {
      "agentId": "agt_01kaezq2c8f4d6g8h0jkmnpqrs",
      "phoneNumber": "+14155550123",
      "variables": {
        "lastName": "Whitfield"
      }
    }
  },
  "setExtractionSchema": {
    "withSchema": {
      "schema": {
        "type": "object",
        "properties": {
          "budget": {
            "type": "number",
            "description": "What they would pay"
          },
          "timeline": {
            "type": "string"
          }
        },
        "required": [
          "budget"
        ]
      },
      "idempotencyKey": "schema-v7"
    },
    "withoutSchema": {
      "schema": null
    },
    "invalidExtractionSchema": {
      "schema": {
        "type": "object",
        "properties": {
          "budget": {
            "type": "currency"
          }
        }
      }
    }
  },
  "createWebhookEndpoint": {
    "minimal": {
      "name": "CRM",
      "url": "https://crm.example.org/hooks/ringpost"
    },
    "everything": {
      "name": "CRM",
      "url": "https://crm.example.org/hooks/ringpost",
      "method": "PUT",
      "headers": {
        "X-Tenant": "acme"
      },
      "isActive": true,
      "standardWebhooks": true,
      "idempotencyKey": "endpoint-crm"
    },
    "invalidWebhookUrl": {
      "name": "Intranet",
      "url": "https://192.168.1.20/hooks"
    }
  },
  "createAutomationTrigger": {
    "everyCall": {
      "name": "All calls",
      "eventType": "call.completed",
      "webhookEndpointId": "whe_01kaezs0a1b2c3d4e5f6g7h8j9"
    },
    "interestedOnly": {
      "name": "Interested leads",
      "eventType": "call.completed",
      "webhookEndpointId": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
      "conditions": {
        "outcome": [
          "INTERESTED",
          "CALLBACK"
        ]
      },
      "isActive": true,
      "idempotencyKey": "trigger-interested"
    },
    "invalidConditions": {
      "name": "Texts of interested leads",
      "eventType": "sms.received",
      "webhookEndpointId": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
      "conditions": {
        "outcome": [
          "INTERESTED"
        ]
      }
    }
  }
} satisfies RequestExamples;

export const responses = {
  "placeCall": {
    "minimal": {
      "call": {
        "id": "call_01kaezr6mvfy3bq0n4v7p5w2cd",
        "status": "queued",
        "agentId": "agt_01kaezq2c8f4d6g8h0jkmnpqrs",
        "phoneNumber": "+14155550123",
        "fromPhoneNumber": "+14155550199",
        "direction": "ai_outbound",
        "outcome": null,
        "endedReason": null,
        "durationSeconds": null,
        "startedAt": null,
        "endedAt": null,
        "createdAt": "2026-11-20T12:00:00.934Z",
        "transcript": null,
        "extraction": null,
        "extractionError": null,
        "variables": {},
        "metadata": {},
        "knownConsent": false,
        "consentRecordId": null
      }
    },
    "everything": {
      "call": {
        "id": "call_01kaezr6mvfy3bq0n4v7p5w2cd",
        "status": "queued",
        "agentId": "agt_01kaezq2c8f4d6g8h0jkmnpqrs",
        "phoneNumber": "+14155550123",
        "fromPhoneNumber": "+14155550199",
        "direction": "ai_outbound",
        "outcome": null,
        "endedReason": null,
        "durationSeconds": null,
        "startedAt": null,
        "endedAt": null,
        "createdAt": "2026-11-20T12:00:00.934Z",
        "transcript": null,
        "extraction": null,
        "extractionError": null,
        "variables": {
          "firstName": "Dana",
          "property": {
            "street": "418 Alder Street",
            "bedrooms": 4
          }
        },
        "metadata": {
          "crmLeadId": "lead-8841"
        },
        "knownConsent": true,
        "consentRecordId": "consent-2291"
      }
    }
  },
  "listCalls": {
    "lastPage": {
      "calls": [
        {
          "id": "call_01kaezr6mvfy3bq0n4v7p5w2cd",
          "status": "completed",
          "outcome": "INTERESTED",
          "endedReason": "customer-ended-call",
          "phoneNumber": "+14155550123",
          "fromPhoneNumber": "+14155550199",
          "agentId": "agt_01kaezq2c8f4d6g8h0jkmnpqrs",
          "durationSeconds": 74,
          "createdAt": "2026-11-20T12:00:00.934Z"
        }
      ],
      "nextCursor": null
    },
    "none": {
      "calls": [],
      "nextCursor": null
    }
  },
  "readCall": {
    "queued": {
      "call": {
        "id": "call_01kaezr6mvfy3bq0n4v7p5w2cd",
        "status": "queued",
        "agentId": "agt_01kaezq2c8f4d6g8h0jkmnpqrs",
        "phoneNumber": "+14155550123",
        "fromPhoneNumber": "+14155550199",
        "direction": "ai_outbound",
        "outcome": null,
        "endedReason": null,
        "durationSeconds": null,
        "startedAt": null,
        "endedAt": null,
        "createdAt": "2026-11-20T12:00:00.934Z",
        "transcript": null,
        "extraction": null,
        "extractionError": null,
        "variables": {
          "firstName": "Dana"
        },
        "metadata": {
          "crmLeadId": "lead-8841"
        },
        "knownConsent": true,
        "consentRecordId": "consent-2291",
        "recordingUrl": null
      }
    },
    "interested": {
      "call": {
        "id": "call_01kaezr6mvfy3bq0n4v7p5w2cd",
        "status": "completed",
        "agentId": "agt_01kaezq2c8f4d6g8h0jkmnpqrs",
        "phoneNumber": "+14155550123",
        "fromPhoneNumber": "+14155550199",
        "direction": "ai_outbound",
        "outcome": "INTERESTED",
        "endedReason": "customer-ended-call",
        "durationSeconds": 74,
        "startedAt": "2026-11-20T12:00:01.512Z",
        "endedAt": "2026-11-20T12:01:27.020Z",
        "createdAt": "2026-11-20T12:00:00.934Z",
        "transcript": "AI: Hello, is this Dana?\nUser: Yes. I may sell this year, for about 450,000.",
        "extraction": {
          "budget": 450000,
          "timeline": "this year"
        },
        "extractionError": null,
        "variables": {
          "firstName": "Dana"
        },
        "metadata": {
          "crmLeadId": "lead-8841"
        },
        "knownConsent": true,
        "consentRecordId": "consent-2291",
        "recordingUrl": "https://ringpost.example.org/recordings/call_01kaezr6mvfy3bq0n4v7p5w2cd.mp3?expires=1795176960&signature=5f0c"
      }
    },
    "noAnswer": {
      "call": {
        "id": "call_01kaezr6mvfy3bq0n4v7p5w2cd",
        "status": "no_answer",
        "agentId": "agt_01kaezq2c8f4d6g8h0jkmnpqrs",
        "phoneNumber": "+14155550123",
        "fromPhoneNumber": "+14155550199",
        "direction": "ai_outbound",
        "outcome": "NO_ANSWER",
        "endedReason": "customer-did-not-answer",
        "durationSeconds": null,
        "startedAt": "2026-11-20T12:00:01.512Z",
        "endedAt": "2026-11-20T12:00:31.600Z",
        "createdAt": "2026-11-20T12:00:00.934Z",
        "transcript": null,
        "extraction": null,
        "extractionError": null,
        "variables": {
          "firstName": "Dana"
        },
        "metadata": {
          "crmLeadId": "lead-8841"
        },
        "knownConsent": true,
        "consentRecordId": "consent-2291",
        "recordingUrl": null
      }
    }
  },
  "endCall": {
    "ending": {
      "id": "call_01kaezr6mvfy3bq0n4v7p5w2cd",
      "status": "ending"
    },
    "alreadyOver": {
      "id": "call_01kaezr6mvfy3bq0n4v7p5w2cd",
      "status": "no_answer"
    }
  },
  "listAgents": {
    "two": {
      "agents": [
        {
          "id": "agt_01kaezq2c8f4d6g8h0jkmnpqrs",
          "name": "Homeowner qualification",
          "isDefault": true,
          "extractionSchema": {
            "type": "object",
            "properties": {
              "budget": {
                "type": "number",
                "description": "What they would pay"
              },
              "timeline": {
                "type": "string"
              }
            },
            "required": [
              "budget"
            ]
          },
          "updatedAt": "2026-11-20T11:30:00.000Z"
        },
        {
          "id": "agt_01kaezq9t7s5r3q1p0n8m6k4j2",
          "name": "Old script",
          "isDefault": false,
          "extractionSchema": null,
          "updatedAt": "2026-09-01T08:00:00.000Z"
        }
      ]
    },
    "none": {
      "agents": []
    }
  },
  "readAgent": {
    "withSchema": {
      "id": "agt_01kaezq2c8f4d6g8h0jkmnpqrs",
      "name": "Homeowner qualification",
      "isDefault": true,
      "extractionSchema": {
        "type": "object",
        "properties": {
          "budget": {
            "type": "number",
            "description": "What they would pay"
          },
          "timeline": {
            "type": "string"
          }
        },
        "required": [
          "budget"
        ]
      },
      "updatedAt": "2026-11-20T11:30:00.000Z"
    },
    "withoutSchema": {
      "id": "agt_01kaezq2c8f4d6g8h0jkmnpqrs",
      "name": "Homeowner qualification",
      "isDefault": true,
      "extractionSchema": null,
      "updatedAt": "2026-11-20T11:30:00.000Z"
    }
  },
  "setExtractionSchema": {
    "withSchema": {
      "id": "agt_01kaezq2c8f4d6g8h0jkmnpqrs",
      "name": "Homeowner qualification",
      "isDefault": true,
      "extractionSchema": {
        "type": "object",
        "properties": {
          "budget": {
            "type": "number",
            "description": "What they would pay"
          },
          "timeline": {
            "type": "string"
          }
        },
        "required": [
          "budget"
        ]
      },
      "updatedAt": "2026-11-20T11:30:00.000Z"
    },
    "withoutSchema": {
      "id": "agt_01kaezq2c8f4d6g8h0jkmnpqrs",
      "name": "Homeowner qualification",
      "isDefault": true,
      "extractionSchema": null,
      "updatedAt": "2026-11-20T11:30:00.000Z"
    }
  },
  "createWebhookEndpoint": {
    "minimal": {
      "endpoint": {
        "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
        "name": "CRM",
        "url": "https://crm.example.org/hooks/ringpost",
        "method": "POST",
        "headers": {},
        "signingSecret": "3f9a1c07b2e84d56a0f1c2938475b6d7e8f90a1b2c3d4e5f60718293a4b5c6d7",
        "isActive": true,
        "standardWebhooks": false,
        "createdAt": "2026-11-20T11:00:00.000Z"
      }
    },
    "everything": {
      "endpoint": {
        "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
        "name": "CRM",
        "url": "https://crm.example.org/hooks/ringpost",
        "method": "PUT",
        "headers": {
          "X-Tenant": "acme"
        },
        "signingSecret": "3f9a1c07b2e84d56a0f1c2938475b6d7e8f90a1b2c3d4e5f60718293a4b5c6d7",
        "isActive": true,
        "standardWebhooks": true,
        "createdAt": "2026-11-20T11:00:00.000Z"
      }
    }
  },
  "listWebhookEndpoints": {
    "one": {
      "endpoints": [
        {
          "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
          "name": "CRM",
          "url": "https://crm.example.org/hooks/ringpost",
          "method": "POST",
          "headers": {
            "X-Tenant": "acme"
          },
          "signingSecret": "************************************************************c6d7",
          "isActive": true,
          "standardWebhooks": false,
          "createdAt": "2026-11-20T11:00:00.000Z",
          "health": {
            "state": "healthy",
            "since": null,
            "reason": null
          }
        }
      ]
    },
    "slowed": {
      "endpoints": [
        {
          "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
          "name": "CRM",
          "url": "https://crm.example.org/hooks/ringpost",
          "method": "POST",
          "headers": {},
          "signingSecret": "************************************************************c6d7",
          "isActive": true,
          "standardWebhooks": false,
          "createdAt": "2026-11-20T11:00:00.000Z",
          "health": {
            "state": "slowed",
            "since": "2026-11-20T12:03:11.000Z",
            "reason": "timeout after 10 s"
          }
        }
      ]
    },
    "none": {
      "endpoints": []
    }
  },
  "createAutomationTrigger": {
    "everyCall": {
      "trigger": {
        "id": "trg_01kaezt3k4m5n6p7q8r9s0t1v2",
        "name": "All calls",
        "eventType": "call.completed",
        "webhookEndpointId": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
        "conditions": {},
        "isActive": true,
        "webhookEndpoint": {
          "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
          "name": "CRM",
          "url": "https://crm.example.org/hooks/ringpost"
        }
      }
    },
    "interestedOnly": {
      "trigger": {
        "id": "trg_01kaezt3k4m5n6p7q8r9s0t1v3",
        "name": "Interested leads",
        "eventType": "call.completed",
        "webhookEndpointId": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
        "conditions": {
          "outcome": [
            "INTERESTED",
            "CALLBACK"
          ]
        },
        "isActive": true,
        "webhookEndpoint": {
          "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
          "name": "CRM",
          "url": "https://crm.example.org/hooks/ringpost"
        }
      }
    }
  },
  "listAutomationTriggers": {
    "two": {
      "triggers": [
        {
          "id": "trg_01kaezt3k4m5n6p7q8r9s0t1v2",
          "name": "All calls",
          "eventType": "call.completed",
          "webhookEndpointId": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
          "conditions": {},
          "isActive": true,
          "webhookEndpoint": {
            "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
            "name": "CRM",
            "url": "https://crm.example.org/hooks/ringpost"
          }
        },
        {
          "id": "trg_01kaezt3k4m5n6p7q8r9s0t1v3",
          "name": "Interested leads",
          "eventType": "call.completed",
          "webhookEndpointId": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
          "conditions": {
            "outcome": [
              "INTERESTED",
              "CALLBACK"
            ]
          },
          "isActive": true,
          "webhookEndpoint": {
            "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
            "name": "CRM",
            "url": "https://crm.example.org/hooks/ringpost"
          }
        }
      ]
    },
    "none": {
      "triggers": []
    }
  },
  "readAutomationTrigger": {
    "everyCall": {
      "trigger": {
        "id": "trg_01kaezt3k4m5n6p7q8r9s0t1v2",
        "name": "All calls",
        "eventType": "call.completed",
        "webhookEndpointId": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
        "conditions": {},
        "isActive": true,
        "webhookEndpoint": {
          "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
          "name": "CRM",
          "url": "https://crm.example.org/hooks/ringpost"
        }
      }
    },
    "interestedOnly": {
      "trigger": {
        "id": "trg_01kaezt3k4m5n6p7q8r9s0t1v3",
        "name": "Interested leads",
        "eventType": "call.completed",
        "webhookEndpointId": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
        "conditions": {
          "outcome": [
            "INTERESTED",
            "CALLBACK"
          ]
        },
        "isActive": true,
        "webhookEndpoint": {
          "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
          "name": "CRM",
          "url": "https://crm.example.org/hooks/ringpost"
        }
      }
    }
  },
  "testAutomationTrigger": {
    "made": {
      "id": "019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f",
      "createdAt": "2026-11-20T12:01:29.402Z",
      "eventType": "call.completed",
      "status": "pending",
      "attempts": 0,
      "responseStatus": null,
      "errorMessage": null,
      "nextRetryAt": null,
      "lastAttemptAt": null,
      "endpoint": {
        "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
        "name": "CRM",
        "url": "https://crm.example.org/hooks/ringpost"
      },
      "trigger": {
        "id": "trg_01kaezt3k4m5n6p7q8r9s0t1v2",
        "name": "All calls"
      }
    }
  },
  "listWebhookDeliveries": {
    "page": {
      "deliveries": [
        {
          "id": "019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e11",
          "createdAt": "2026-11-20T12:01:29.402Z",
          "eventType": "call.completed",
          "status": "pending",
          "attempts": 0,
          "responseStatus": null,
          "errorMessage": null,
          "nextRetryAt": null,
          "lastAttemptAt": null,
          "endpoint": {
            "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
            "name": "CRM",
            "url": "https://crm.example.org/hooks/ringpost"
          },
          "trigger": {
            "id": "trg_01kaezt3k4m5n6p7q8r9s0t1v2",
            "name": "All calls"
          }
        },
        {
          "id": "019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e10",
          "createdAt": "2026-11-20T12:01:29.402Z",
          "eventType": "call.completed",
          "status": "failed",
          "attempts": 6,
          "responseStatus": 503,
          "errorMessage": "HTTP 503",
          "nextRetryAt": null,
          "lastAttemptAt": "2026-11-20T20:43:11.007Z",
          "endpoint": {
            "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
            "name": "CRM",
            "url": "https://crm.example.org/hooks/ringpost"
          },
          "trigger": {
            "id": "trg_01kaezt3k4m5n6p7q8r9s0t1v2",
            "name": "All calls"
          }
        },
        {
          "id": "019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f",
          "createdAt": "2026-11-20T12:01:29.402Z",
          "eventType": "call.completed",
          "status": "success",
          "attempts": 1,
          "responseStatus": 200,
          "errorMessage": null,
          "nextRetryAt": null,
          "lastAttemptAt": "2026-11-20T12:01:29.460Z",
          "endpoint": {
            "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
            "name": "CRM",
            "url": "https://crm.example.org/hooks/ringpost"
          },
          "trigger": {
            "id": "trg_01kaezt3k4m5n6p7q8r9s0t1v2",
            "name": "All calls"
          }
        }
      ],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 3,
        "totalPages": 1
      }
    },
    "failed": {
      "deliveries": [
        {
          "id": "019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e10",
          "createdAt": "2026-11-20T12:01:29.402Z",
          "eventType": "call.completed",
          "status": "failed",
          "attempts": 6,
          "responseStatus": 503,
          "errorMessage": "HTTP 503",
          "nextRetryAt": null,
          "lastAttemptAt": "2026-11-20T20:43:11.007Z",
          "endpoint": {
            "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
            "name": "CRM",
            "url": "https://crm.example.org/hooks/ringpost"
          },
          "trigger": {
            "id": "trg_01kaezt3k4m5n6p7q8r9s0t1v2",
            "name": "All calls"
          }
        }
      ],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 1,
        "totalPages": 1
      }
    },
    "none": {
      "deliveries": [],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 0,
        "totalPages": 0
      }
    }
  },
  "readWebhookDelivery": {
    "success": {
      "id": "019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f",
      "createdAt": "2026-11-20T12:01:29.402Z",
      "eventType": "call.completed",
      "status": "success",
      "attempts": 1,
      "responseStatus": 200,
      "errorMessage": null,
      "nextRetryAt": null,
      "lastAttemptAt": "2026-11-20T12:01:29.460Z",
      "endpoint": {
        "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
        "name": "CRM",
        "url": "https://crm.example.org/hooks/ringpost"
      },
      "trigger": {
        "id": "trg_01kaezt3k4m5n6p7q8r9s0t1v2",
        "name": "All calls"
      },
      "attemptLog": [
        {
          "n": 1,
          "startedAt": "2026-11-20T12:01:29.420Z",
          "durationMs": 40,
          "status": 200,
          "errorClass": null,
          "responseHead": "ok"
        }
      ],
      "payload": {
        "event": "call.completed",
        "timestamp": "2026-11-20T12:01:29.402Z",
        "data": {
          "call_id": "call_01kaezr6mvfy3bq0n4v7p5w2cd",
          "outcome": "NO_ANSWER",
          "notes": null,
          "duration_seconds": null,
          "started_at": "2026-11-20T12:00:01.512Z",
          "recording_url": null,
          "transcript": "",
          "contact": {
            "name": "Dana Whitfield",
            "phone": "+14155550123",
            "address": "418 Alder Street",
            "city": "Boise",
            "state": "ID",
            "zip": "83702"
          },
          "callback": null,
          "campaign": null,
          "variables": {
            "firstName": "Dana"
          },
          "metadata": {
            "crmLeadId": "lead-8841"
          },
          "known_consent": true,
          "consent_record_id": "consent-2291",
          "extraction": null,
          "extraction_error": null
        }
      }
    }
  },
  "retryWebhookDelivery": {
    "success": {
      "id": "019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e10",
      "createdAt": "2026-11-20T12:01:29.402Z",
      "eventType": "call.completed",
      "status": "success",
      "attempts": 7,
      "responseStatus": 200,
      "errorMessage": null,
      "nextRetryAt": null,
      "lastAttemptAt": "2026-11-21T09:00:00.114Z",
      "endpoint": {
        "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
        "name": "CRM",
        "url": "https://crm.example.org/hooks/ringpost"
      },
      "trigger": {
        "id": "trg_01kaezt3k4m5n6p7q8r9s0t1v2",
        "name": "All calls"
      }
    },
    "retrying": {
      "id": "019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e10",
      "createdAt": "2026-11-20T12:01:29.402Z",
      "eventType": "call.completed",
      "status": "retrying",
      "attempts": 7,
      "responseStatus": null,
      "errorMessage": "timeout after 10 s",
      "nextRetryAt": "2026-11-21T09:01:18.311Z",
      "lastAttemptAt": "2026-11-21T09:00:10.002Z",
      "endpoint": {
        "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
        "name": "CRM",
        "url": "https://crm.example.org/hooks/ringpost"
      },
      "trigger": {
        "id": "trg_01kaezt3k4m5n6p7q8r9s0t1v2",
        "name": "All calls"
      }
    },
    "overBudget": {
      "id": "019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e10",
      "createdAt": "2026-11-20T12:01:29.402Z",
      "eventType": "call.completed",
      "status": "retrying",
      "attempts": 6,
      "responseStatus": 503,
      "errorMessage": "HTTP 503",
      "nextRetryAt": "2026-11-21T09:00:42.000Z",
      "lastAttemptAt": "2026-11-20T20:43:11.007Z",
      "endpoint": {
        "id": "whe_01kaezs0a1b2c3d4e5f6g7h8j9",
        "name": "CRM",
        "url": "https://crm.example.org/hooks/ringpost"
      },
      "trigger": {
        "id": "trg_01kaezt3k4m5n6p7q8r9s0t1v2",
        "name": "All calls"
      }
    }
  },
  "readAccount": {
    "payAsYouGo": {
      "account": {
        "name": "Cedar Homes",
        "budgets": [
          {
            "name": "read",
            "limit": 120,
            "remaining": 119
          },
          {
            "name": "write",
            "limit": 60,
            "remaining": 60
          },
          {
            "name": "call-events",
            "limit": 100,
            "remaining": 97
          },
          {
            "name": "text-events",
            "limit": 600,
            "remaining": 600
          }
        ],
        "concurrentCalls": {
          "limit": 10,
          "remaining": 8
        },
        "wallet": {
          "balanceMicros": 42500000
        },
        "keys": [
          {
            "id": "key_01kaezp1q2r3s4t5v6w7x8y9z0",
            "name": "CRM",
            "scopes": [
              "calls:place",
              "calls:read",
              "webhooks"
            ],
            "createdAt": "2026-11-01T08:00:00.000Z",
            "expiresAt": null,
            "revokedAt": null
          }
        ]
      }
    },
    "invoice": {
      "account": {
        "name": "Alder Realty",
        "budgets": [
          {
            "name": "read",
            "limit": 120,
            "remaining": 119
          }
        ],
        "concurrentCalls": {
          "limit": 10,
          "remaining": 10
        },
        "wallet": null,
        "keys": []
      }
    }
  }
} satisfies ResponseExamples;

export const errors = {
  "invalid_request": {
    "error": {
      "code": "invalid_request",
      "message": "`name` must be 1 to 100 characters, not only spaces.",
      "details": {
        "errors": [
          {
            "path": "/body/name",
            "message": "must be 1 to 100 characters, not only spaces"
          },
          {
            "path": "/body/nmae",
            "message": "is not a property of this request; did you mean name?"
          }
        ]
      }
    }
  },
  "invalid_phone_number": {
    "error": {
      "code": "invalid_phone_number",
      "message": "phoneNumber is not a valid E.164 number, such as +14155550123.",
      "details": {
        "phoneNumber": "555-0123"
      }
    }
  },
  "missing_variables": {
    "error": {
      "code": "missing_variables",
      "message": "The agent's prompt needs variables that the request does not supply: firstName.",
      "details": {
        "missing": [
          "firstName"
        ]
      }
    }
  },
  "invalid_extraction_schema": {
    "error": {
      "code": "invalid_extraction_schema",
      "message": "\"currency\" is not a type. Known are object, array, string, number, integer, boolean, null.",
      "details": {
        "path": "/properties/budget/type",
        "errors": [
          {
            "path": "/properties/budget/type",
            "message": "\"currency\" is not a type. Known are object, array, string, number, integer, boolean, null."
          }
        ]
      }
    }
  },
  "invalid_webhook_url": {
    "error": {
      "code": "invalid_webhook_url",
      "message": "url must lead to a public address.",
      "details": {
        "reason": "private_address"
      }
    }
  },
  "endpoint_limit_reached": {
    "error": {
      "code": "endpoint_limit_reached",
      "message": "A tenant may have at most 10 webhook endpoints. Delete one first.",
      "details": {
        "limit": 10
      }
    }
  },
  "invalid_conditions": {
    "error": {
      "code": "invalid_conditions",
      "message": "Outcome filters only work with call events, and sms.received is not one. Remove the outcome filter.",
      "details": {
        "eventType": "sms.received"
      }
    }
  },
  "trigger_limit_reached": {
    "error": {
      "code": "trigger_limit_reached",
      "message": "A tenant may have at most 25 automation triggers. Delete one first.",
      "details": {
        "limit": 25
      }
    }
  },
  "invalid_api_key": {
    "error": {
      "code": "invalid_api_key",
      "message": "Send an API key: Authorization: Bearer <API_KEY>."
    }
  },
  "insufficient_balance": {
    "error": {
      "code": "insufficient_balance",
      "message": "The wallet's balance is too low for the estimated cost of the call.",
      "details": {
        "balance": 120000,
        "required": 300000
      }
    }
  },
  "insufficient_scope": {
    "error": {
      "code": "insufficient_scope",
      "message": "This operation needs the scope calls:place, which the API key lacks.",
      "details": {
        "required": "calls:place",
        "granted": [
          "read",
          "webhooks"
        ]
      }
    }
  },
  "public_api_disabled": {
    "error": {
      "code": "public_api_disabled",
      "message": "The public API is not enabled for this tenant."
    }
  },
  "not_found": {
    "error": {
      "code": "not_found",
      "message": "There is nothing at this path."
    }
  },
  "agent_not_found": {
    "error": {
      "code": "agent_not_found",
      "message": "There is no such agent."
    }
  },
  "phone_number_not_found": {
    "error": {
      "code": "phone_number_not_found",
      "message": "There is no such phone number."
    }
  },
  "call_not_found": {
    "error": {
      "code": "call_not_found",
      "message": "There is no such call."
    }
  },
  "webhook_not_found": {
    "error": {
      "code": "webhook_not_found",
      "message": "There is no such webhook endpoint."
    }
  },
  "trigger_not_found": {
    "error": {
      "code": "trigger_not_found",
      "message": "There is no such automation trigger."
    }
  },
  "delivery_not_found": {
    "error": {
      "code": "delivery_not_found",
      "message": "There is no such webhook delivery."
    }
  },
  "method_not_allowed": {
    "error": {
      "code": "method_not_allowed",
      "message": "This path takes GET."
    }
  },
  "idempotency_conflict": {
    "error": {
      "code": "idempotency_conflict",
      "message": "This idempotencyKey was used earlier with a different body."
    }
  },
  "payload_too_large": {
    "error": {
      "code": "payload_too_large",
      "message": "The request body is larger than 1048576 bytes.",
      "details": {
        "maxBytes": 1048576
      }
    }
  },
  "unsupported_media_type": {
    "error": {
      "code": "unsupported_media_type",
      "message": "Send the request body as JSON, with Content-Type: application/json."
    }
  },
  "rate_limited": {
    "error": {
      "code": "rate_limited",
      "message": "Too many requests. Try again in 12 s."
    }
  },
  "concurrent_limit_exceeded": {
    "error": {
      "code": "concurrent_limit_exceeded",
      "message": "The tenant's limit of concurrent calls, 10, is reached: 10 in progress.",
      "details": {
        "limit": 10,
        "active": 10,
        "unknownFate": 0
      }
    }
  },
  "internal_error": {
    "error": {
      "code": "internal_error",
      "message": "Something went wrong on our side. The request id helps us to find it."
    }
  },
  "placement_failed": {
    "error": {
      "code": "placement_failed",
      "message": "It is not known whether the call was placed. Retry with the same idempotencyKey, which never dials while this call may be going; without a key, read or end the call in details.callId first.",
      "details": {
        "fate": "unknown",
        "callId": "call_01kaezr6mvfy3bq0n4v7p5w2cd"
      }
    }
  },
  "end_failed": {
    "error": {
      "code": "end_failed",
      "message": "The call could not be ended just now. It is safe to try again."
    }
  },
  "idempotency_in_progress": {
    "error": {
      "code": "idempotency_in_progress",
      "message": "The first request with this idempotencyKey is still at work."
    }
  },
  "overloaded": {
    "error": {
      "code": "overloaded",
      "message": "The service cannot serve this request just now. Nothing was done, and it is safe to try again."
    }
  }
} satisfies ErrorExamples;
