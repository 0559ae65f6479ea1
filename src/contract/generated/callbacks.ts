/** Made by `npm run generate` from the documents. Edit those. */

export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        TwilioStatus: {
            MessageSid: string;
            MessageStatus: string;
            ErrorCode?: string;
        } & {
            [key: string]: unknown;
        };
        TwilioInbound: {
            MessageSid: string;
            From: string;
            To: string;
            Body?: string;
            OptOutType?: string;
        } & {
            [key: string]: unknown;
        };
        VapiServerMessage: {
            message: {
                type: string;
            } & {
                [key: string]: unknown;
            };
        };
        InvalidSignatureError: {
            error: {
                code: "invalid_signature";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        ErrorMessage: string;
        Problem: {
            path: string;
            message: string;
        };
        InvalidRequestError: {
            error: {
                code: "invalid_request";
                message: components["schemas"]["ErrorMessage"];
                details?: {
                    errors: components["schemas"]["Problem"][];
                };
            };
        };
        PayloadTooLargeError: {
            error: {
                code: "payload_too_large";
                message: components["schemas"]["ErrorMessage"];
                details: {
                    maxBytes: number;
                };
            };
        };
        InternalError: {
            error: {
                code: "internal_error";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        OverloadedError: {
            error: {
                code: "overloaded";
                message: components["schemas"]["ErrorMessage"];
            };
        };
    };
    responses: {
        Overloaded: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OverloadedError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    receiveVapiCallback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VapiServerMessage"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        received: true;
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidSignatureError"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            503: components["responses"]["Overloaded"];
        };
    };
    receiveTwilioStatus: {
        parameters: {
            query?: {
                message?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TwilioStatus"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidSignatureError"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            503: components["responses"]["Overloaded"];
        };
    };
    receiveTwilioInbound: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TwilioInbound"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/xml": string;
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidSignatureError"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            503: components["responses"]["Overloaded"];
        };
    };
}
