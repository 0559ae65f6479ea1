/** Made by `npm run generate` from the documents. Edit those. */

export const operationTable = {
  "placeCall": {
    "method": "POST",
    "path": "/calls",
    "pathParameters": [],
    "queryParameters": [],
    "takesBody": true,
    "budget": "write",
    "idempotencyField": "idempotencyKey",
    "retry": {
      "safe": "with-idempotency-key",
      "codes": [
        "rate_limited",
        "concurrent_limit_exceeded",
        "placement_failed",
        "internal_error",
        "idempotency_in_progress",
        "overloaded"
      ]
    }
  },
  "readCall": {
    "method": "GET",
    "path": "/calls/{id}",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "endCall": {
    "method": "POST",
    "path": "/calls/{id}/end",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "budget": "write",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "end_failed",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "listAgents": {
    "method": "GET",
    "path": "/agents",
    "pathParameters": [],
    "queryParameters": [],
    "takesBody": false,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "readAgent": {
    "method": "GET",
    "path": "/agents/{id}",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "setExtractionSchema": {
    "method": "POST",
    "path": "/agents/{id}/extraction-schema",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": true,
    "budget": "write",
    "idempotencyField": "idempotencyKey",
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "idempotency_in_progress",
        "overloaded"
      ]
    }
  },
  "createWebhookEndpoint": {
    "method": "POST",
    "path": "/webhooks",
    "pathParameters": [],
    "queryParameters": [],
    "takesBody": true,
    "budget": "write",
    "idempotencyField": "idempotencyKey",
    "retry": {
      "safe": "with-idempotency-key",
      "codes": [
        "rate_limited",
        "internal_error",
        "idempotency_in_progress",
        "overloaded"
      ]
    }
  },
  "listWebhookEndpoints": {
    "method": "GET",
    "path": "/webhooks",
    "pathParameters": [],
    "queryParameters": [],
    "takesBody": false,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "deleteWebhookEndpoint": {
    "method": "DELETE",
    "path": "/webhooks/{id}",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "budget": "write",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "createAutomationTrigger": {
    "method": "POST",
    "path": "/automation-triggers",
    "pathParameters": [],
    "queryParameters": [],
    "takesBody": true,
    "budget": "write",
    "idempotencyField": "idempotencyKey",
    "retry": {
      "safe": "with-idempotency-key",
      "codes": [
        "rate_limited",
        "internal_error",
        "idempotency_in_progress",
        "overloaded"
      ]
    }
  },
  "listAutomationTriggers": {
    "method": "GET",
    "path": "/automation-triggers",
    "pathParameters": [],
    "queryParameters": [],
    "takesBody": false,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "readAutomationTrigger": {
    "method": "GET",
    "path": "/automation-triggers/{id}",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "deleteAutomationTrigger": {
    "method": "DELETE",
    "path": "/automation-triggers/{id}",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "budget": "write",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "listWebhookDeliveries": {
    "method": "GET",
    "path": "/webhook-deliveries",
    "pathParameters": [],
    "queryParameters": [
      "status",
      "since",
      "page",
      "limit"
    ],
    "takesBody": false,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "readWebhookDelivery": {
    "method": "GET",
    "path": "/webhook-deliveries/{id}",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "retryWebhookDelivery": {
    "method": "POST",
    "path": "/webhook-deliveries/{id}/retry",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "budget": "write",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  }
} as const;

export const finalCallStatuses = ["completed","no_answer","busy","failed","canceled"] as const;
