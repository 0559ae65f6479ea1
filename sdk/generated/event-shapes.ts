/** Made by `npm run generate` from the documents. Edit those. */

import type { Shape } from '../webhooks/shape.ts';

export const eventShapes: Readonly<Record<string, Shape>> = {
 "call.completed": {
  "$ref": "CallCompleted"
 },
 "sms.received": {
  "$ref": "SmsReceived"
 },
 "sms.delivered": {
  "$ref": "SmsDelivered"
 },
 "sms.failed": {
  "$ref": "SmsFailed"
 },
 "lead.qualified": {
  "$ref": "LeadQualified"
 }
};

export const shapes: Readonly<Record<string, Shape>> = {
 "CallCompleted": {
  "type": "object",
  "required": [
   "event",
   "timestamp",
   "data"
  ],
  "properties": {
   "event": {
    "type": "string",
    "const": "call.completed"
   },
   "timestamp": {
    "type": "string",
    "format": "date-time"
   },
   "data": {
    "$ref": "CallCompletedData"
   }
  }
 },
 "CallCompletedData": {
  "type": "object",
  "required": [
   "call_id",
   "outcome",
   "notes",
   "duration_seconds",
   "started_at",
   "recording_url",
   "transcript",
   "contact",
   "callback",
   "campaign",
   "extraction",
   "extraction_error"
  ],
  "properties": {
   "call_id": {
    "type": "string"
   },
   "outcome": {
    "type": "string"
   },
   "notes": {
    "type": [
     "string",
     "null"
    ]
   },
   "duration_seconds": {
    "type": [
     "integer",
     "null"
    ],
    "minimum": 0
   },
   "started_at": {
    "type": "string",
    "format": "date-time"
   },
   "recording_url": {
    "type": "null"
   },
   "transcript": {
    "type": "string",
    "maxLength": 10000
   },
   "contact": {
    "$ref": "CallContact"
   },
   "callback": {
    "$ref": "Callback"
   },
   "campaign": {
    "$ref": "CallCampaign"
   },
   "variables": {
    "type": "object",
    "additionalProperties": {}
   },
   "metadata": {
    "type": "object",
    "additionalProperties": {}
   },
   "known_consent": {
    "type": "boolean"
   },
   "consent_record_id": {
    "type": [
     "string",
     "null"
    ]
   },
   "extraction": {
    "type": [
     "object",
     "null"
    ],
    "additionalProperties": {}
   },
   "extraction_error": {
    "type": [
     "string",
     "null"
    ]
   }
  }
 },
 "CallContact": {
  "type": "object",
  "required": [
   "name",
   "phone",
   "address",
   "city",
   "state",
   "zip"
  ],
  "properties": {
   "name": {
    "type": "string"
   },
   "phone": {
    "type": "string"
   },
   "address": {
    "type": "string"
   },
   "city": {
    "type": "string"
   },
   "state": {
    "type": "string"
   },
   "zip": {
    "type": "string"
   }
  }
 },
 "Callback": {
  "type": [
   "object",
   "null"
  ],
  "required": [
   "requestedAt",
   "note"
  ],
  "properties": {
   "requestedAt": {
    "type": [
     "string",
     "null"
    ]
   },
   "note": {
    "type": [
     "string",
     "null"
    ]
   }
  }
 },
 "CallCampaign": {
  "type": [
   "object",
   "null"
  ],
  "required": [
   "id",
   "name"
  ],
  "properties": {
   "id": {
    "type": "string"
   },
   "name": {
    "type": "string"
   }
  }
 },
 "SmsReceived": {
  "type": "object",
  "required": [
   "event",
   "timestamp",
   "data"
  ],
  "properties": {
   "event": {
    "type": "string",
    "const": "sms.received"
   },
   "timestamp": {
    "type": "string",
    "format": "date-time"
   },
   "data": {
    "$ref": "SmsReceivedData"
   }
  }
 },
 "SmsReceivedData": {
  "type": "object",
  "required": [
   "message_id",
   "contact_id",
   "phone",
   "campaign_id",
   "campaign_name",
   "body"
  ],
  "properties": {
   "message_id": {
    "$ref": "MessageId"
   },
   "contact_id": {
    "$ref": "MessageContactId"
   },
   "phone": {
    "$ref": "ContactPhone"
   },
   "campaign_id": {
    "$ref": "MessageCampaignId"
   },
   "campaign_name": {
    "$ref": "MessageCampaignName"
   },
   "body": {
    "type": "string"
   }
  }
 },
 "MessageId": {
  "type": "string"
 },
 "MessageContactId": {
  "type": [
   "string",
   "null"
  ]
 },
 "ContactPhone": {
  "type": "string"
 },
 "MessageCampaignId": {
  "type": [
   "string",
   "null"
  ]
 },
 "MessageCampaignName": {
  "type": [
   "string",
   "null"
  ]
 },
 "SmsDelivered": {
  "type": "object",
  "required": [
   "event",
   "timestamp",
   "data"
  ],
  "properties": {
   "event": {
    "type": "string",
    "const": "sms.delivered"
   },
   "timestamp": {
    "type": "string",
    "format": "date-time"
   },
   "data": {
    "$ref": "SmsDeliveredData"
   }
  }
 },
 "SmsDeliveredData": {
  "type": "object",
  "required": [
   "message_id",
   "contact_id",
   "phone",
   "campaign_id",
   "campaign_name"
  ],
  "properties": {
   "message_id": {
    "$ref": "MessageId"
   },
   "contact_id": {
    "$ref": "MessageContactId"
   },
   "phone": {
    "$ref": "ContactPhone"
   },
   "campaign_id": {
    "$ref": "MessageCampaignId"
   },
   "campaign_name": {
    "$ref": "MessageCampaignName"
   }
  }
 },
 "SmsFailed": {
  "type": "object",
  "required": [
   "event",
   "timestamp",
   "data"
  ],
  "properties": {
   "event": {
    "type": "string",
    "const": "sms.failed"
   },
   "timestamp": {
    "type": "string",
    "format": "date-time"
   },
   "data": {
    "$ref": "SmsFailedData"
   }
  }
 },
 "SmsFailedData": {
  "type": "object",
  "required": [
   "message_id",
   "contact_id",
   "phone",
   "campaign_id",
   "campaign_name",
   "error_code",
   "reason"
  ],
  "properties": {
   "message_id": {
    "$ref": "MessageId"
   },
   "contact_id": {
    "$ref": "MessageContactId"
   },
   "phone": {
    "$ref": "ContactPhone"
   },
   "campaign_id": {
    "$ref": "MessageCampaignId"
   },
   "campaign_name": {
    "$ref": "MessageCampaignName"
   },
   "error_code": {
    "type": "string"
   },
   "reason": {
    "type": "string"
   }
  }
 },
 "LeadQualified": {
  "type": "object",
  "required": [
   "event",
   "timestamp",
   "data"
  ],
  "properties": {
   "event": {
    "type": "string",
    "const": "lead.qualified"
   },
   "timestamp": {
    "type": "string",
    "format": "date-time"
   },
   "data": {
    "$ref": "LeadQualifiedData"
   }
  }
 },
 "LeadQualifiedData": {
  "oneOf": [
   {
    "$ref": "LeadQualifiedByAiCall"
   },
   {
    "$ref": "LeadQualifiedByPipelineStage"
   },
   {
    "$ref": "LeadQualifiedByAutomation"
   },
   {
    "$ref": "LeadQualifiedByContactPage"
   },
   {
    "$ref": "LeadQualifiedByAssistant"
   }
  ]
 },
 "LeadQualifiedByAiCall": {
  "type": "object",
  "required": [
   "origin",
   "leadId",
   "lead",
   "property",
   "call"
  ],
  "properties": {
   "origin": {
    "type": "string",
    "const": "ai_call"
   },
   "leadId": {
    "type": [
     "string",
     "null"
    ]
   },
   "lead": {
    "$ref": "Lead"
   },
   "property": {
    "$ref": "CalledProperty"
   },
   "call": {
    "$ref": "QualifyingCall"
   },
   "metadata": {
    "type": "object",
    "additionalProperties": {}
   },
   "consentRecordId": {
    "type": [
     "string",
     "null"
    ]
   }
  }
 },
 "Lead": {
  "type": "object",
  "required": [
   "id",
   "fullName",
   "phone",
   "email",
   "customFieldKeyCount"
  ],
  "properties": {
   "id": {
    "type": [
     "string",
     "null"
    ]
   },
   "fullName": {
    "type": [
     "string",
     "null"
    ]
   },
   "phone": {
    "type": "string"
   },
   "email": {
    "type": [
     "string",
     "null"
    ]
   },
   "customFieldKeyCount": {
    "type": "integer",
    "minimum": 0
   }
  }
 },
 "CalledProperty": {
  "type": "object",
  "required": [
   "id",
   "address1",
   "city",
   "state",
   "zip"
  ],
  "properties": {
   "id": {
    "type": [
     "string",
     "null"
    ]
   },
   "address1": {
    "type": [
     "string",
     "null"
    ]
   },
   "city": {
    "type": [
     "string",
     "null"
    ]
   },
   "state": {
    "type": [
     "string",
     "null"
    ]
   },
   "zip": {
    "type": [
     "string",
     "null"
    ]
   }
  }
 },
 "QualifyingCall": {
  "type": "object",
  "required": [
   "id",
   "outcome",
   "durationSeconds",
   "transcript",
   "recordingUrl",
   "startedAt",
   "answeredAt"
  ],
  "properties": {
   "id": {
    "type": "string"
   },
   "outcome": {
    "type": "string"
   },
   "durationSeconds": {
    "type": [
     "integer",
     "null"
    ],
    "minimum": 0
   },
   "transcript": {
    "type": "string",
    "maxLength": 10000
   },
   "recordingUrl": {
    "type": "null"
   },
   "startedAt": {
    "type": "string",
    "format": "date-time"
   },
   "answeredAt": {
    "type": [
     "string",
     "null"
    ],
    "format": "date-time"
   }
  }
 },
 "LeadQualifiedByPipelineStage": {
  "type": "object",
  "required": [
   "origin",
   "contactId",
   "statusName",
   "source",
   "campaignId"
  ],
  "properties": {
   "origin": {
    "type": "string",
    "const": "pipeline_stage"
   },
   "contactId": {
    "$ref": "LeadContactId"
   },
   "statusName": {
    "$ref": "StageName"
   },
   "source": {
    "$ref": "LeadSource"
   },
   "campaignId": {
    "$ref": "LeadCampaignId"
   },
   "contact": {
    "$ref": "ContactSnapshot"
   },
   "property": {
    "$ref": "PropertySnapshot"
   }
  }
 },
 "LeadContactId": {
  "type": "string"
 },
 "StageName": {
  "type": [
   "string",
   "null"
  ]
 },
 "LeadSource": {
  "type": "string"
 },
 "LeadCampaignId": {
  "type": [
   "string",
   "null"
  ]
 },
 "ContactSnapshot": {
  "type": "object",
  "required": [
   "fullName",
   "phone",
   "owners",
   "tags",
   "doNotContact"
  ],
  "properties": {
   "fullName": {
    "type": [
     "string",
     "null"
    ]
   },
   "phone": {
    "type": [
     "string",
     "null"
    ]
   },
   "owners": {
    "type": "array",
    "items": {
     "$ref": "Owner"
    }
   },
   "tags": {
    "type": "array",
    "items": {
     "type": "string"
    }
   },
   "doNotContact": {
    "type": "boolean"
   }
  }
 },
 "Owner": {
  "type": "object",
  "required": [
   "name",
   "status",
   "phones"
  ],
  "properties": {
   "name": {
    "type": [
     "string",
     "null"
    ]
   },
   "status": {
    "type": [
     "string",
     "null"
    ]
   },
   "phones": {
    "type": "array",
    "items": {
     "$ref": "OwnerPhone"
    }
   }
  }
 },
 "OwnerPhone": {
  "type": "object",
  "required": [
   "number",
   "label",
   "type",
   "dnc"
  ],
  "properties": {
   "number": {
    "type": "string"
   },
   "label": {
    "type": [
     "string",
     "null"
    ]
   },
   "type": {
    "type": [
     "string",
     "null"
    ]
   },
   "dnc": {
    "type": "boolean"
   }
  }
 },
 "PropertySnapshot": {
  "type": "object",
  "required": [
   "id",
   "address1",
   "city",
   "state",
   "zip",
   "outcome",
   "dialerStatus",
   "callAttempts",
   "leadStatus",
   "createdAt"
  ],
  "properties": {
   "id": {
    "type": "string"
   },
   "address1": {
    "type": [
     "string",
     "null"
    ]
   },
   "city": {
    "type": [
     "string",
     "null"
    ]
   },
   "state": {
    "type": [
     "string",
     "null"
    ]
   },
   "zip": {
    "type": [
     "string",
     "null"
    ]
   },
   "outcome": {
    "type": [
     "string",
     "null"
    ]
   },
   "dialerStatus": {
    "type": [
     "string",
     "null"
    ]
   },
   "callAttempts": {
    "type": "integer",
    "minimum": 0
   },
   "leadStatus": {
    "$ref": "LeadStatus"
   },
   "customFields": {
    "type": "object",
    "additionalProperties": {
     "type": "string"
    }
   },
   "createdAt": {
    "type": "string",
    "format": "date-time"
   }
  }
 },
 "LeadStatus": {
  "type": [
   "object",
   "null"
  ],
  "required": [
   "id",
   "name"
  ],
  "properties": {
   "id": {
    "type": "string"
   },
   "name": {
    "type": "string"
   }
  }
 },
 "LeadQualifiedByAutomation": {
  "type": "object",
  "required": [
   "origin",
   "contactId",
   "statusName",
   "source",
   "campaignId",
   "automation"
  ],
  "properties": {
   "origin": {
    "type": "string",
    "const": "automation"
   },
   "contactId": {
    "$ref": "LeadContactId"
   },
   "statusName": {
    "type": "string",
    "const": "Automation"
   },
   "source": {
    "$ref": "LeadSource"
   },
   "campaignId": {
    "$ref": "LeadCampaignId"
   },
   "contact": {
    "$ref": "ContactName"
   },
   "property": {
    "$ref": "PropertyAddress"
   },
   "automation": {
    "$ref": "AutomationStep"
   }
  }
 },
 "ContactName": {
  "type": "object",
  "required": [
   "fullName",
   "phone"
  ],
  "properties": {
   "fullName": {
    "type": [
     "string",
     "null"
    ]
   },
   "phone": {
    "type": [
     "string",
     "null"
    ]
   }
  }
 },
 "PropertyAddress": {
  "type": "object",
  "required": [
   "id",
   "address1",
   "city",
   "state",
   "zip"
  ],
  "properties": {
   "id": {
    "type": "string"
   },
   "address1": {
    "type": [
     "string",
     "null"
    ]
   },
   "city": {
    "type": [
     "string",
     "null"
    ]
   },
   "state": {
    "type": [
     "string",
     "null"
    ]
   },
   "zip": {
    "type": [
     "string",
     "null"
    ]
   }
  }
 },
 "AutomationStep": {
  "type": "object",
  "required": [
   "sequenceId",
   "enrollmentId",
   "nodeId",
   "name"
  ],
  "properties": {
   "sequenceId": {
    "type": "string"
   },
   "enrollmentId": {
    "type": "string"
   },
   "nodeId": {
    "type": "string"
   },
   "name": {
    "type": [
     "string",
     "null"
    ]
   }
  }
 },
 "LeadQualifiedByContactPage": {
  "type": "object",
  "required": [
   "origin",
   "contactId",
   "statusName",
   "source",
   "campaignId"
  ],
  "properties": {
   "origin": {
    "type": "string",
    "const": "contact_page"
   },
   "contactId": {
    "$ref": "LeadContactId"
   },
   "statusName": {
    "$ref": "StageName"
   },
   "source": {
    "$ref": "LeadSource"
   },
   "campaignId": {
    "$ref": "LeadCampaignId"
   },
   "contact": {
    "$ref": "ContactSnapshot"
   },
   "property": {
    "$ref": "PropertySnapshot"
   }
  }
 },
 "LeadQualifiedByAssistant": {
  "type": "object",
  "required": [
   "origin",
   "contactId",
   "statusName",
   "source",
   "campaignId"
  ],
  "properties": {
   "origin": {
    "type": "string",
    "const": "assistant"
   },
   "contactId": {
    "$ref": "LeadContactId"
   },
   "statusName": {
    "$ref": "StageName"
   },
   "source": {
    "$ref": "LeadSource"
   },
   "campaignId": {
    "$ref": "LeadCampaignId"
   },
   "contact": {
    "$ref": "ContactSnapshot"
   },
   "property": {
    "$ref": "PropertySnapshot"
   }
  }
 }
};
