/** Made by `npm run generate` from the documents. Edit those. */

export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Open on purpose, since the provider adds parameters as it likes. */
        TwilioStatus: {
            MessageSid: string;
            /**
             * @example queued
             * @example sent
             * @example delivered
             * @example undelivered
             * @example failed
             */
            MessageStatus: string;
            ErrorCode?: string;
        } & {
            [key: string]: unknown;
        };
        /** Open on purpose, since the provider adds parameters as it likes. */
        TwilioInbound: {
            MessageSid: string;
            /** The contact's number. */
            From: string;
            /** Ours. */
            To: string;
            Body?: string;
            /**
             * What Twilio took the text for.
             * @example STOP
             * @example START
             * @example HELP
             */
            OptOutType?: string;
        } & {
            [key: string]: unknown;
        };
        /** Open on purpose, since the provider adds fields as it likes. */
        VapiServerMessage: {
            message: {
                /**
                 * @example status-update
                 * @example end-of-call-report
                 */
                type: string;
            } & {
                [key: string]: unknown;
            };
        };
        InvalidSignatureError: {
            error: {
                /** @constant */
                code: "invalid_signature";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /**
         * A sentence for people. It may be reworded at any time; let programs look at `code` and `details`.
         * @example There is no such call.
         */
        ErrorMessage: string;
        /** One thing that is wrong with a request. */
        Problem: {
            /**
             * Where it is, a JSON pointer whose first segment is `body`, `query` or `header`.
             * @example /body/name
             */
            path: string;
            /**
             * What is wrong there.
             * @example must be 1 to 100 characters, not only spaces
             */
            message: string;
        };
        /** Something about the request does not fit the document. `details.errors` names everything that is wrong, not only the first thing. */
        InvalidRequestError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "invalid_request";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
                /** What a program needs to know about it. */
                details?: {
                    /** Everything that is wrong. */
                    errors: components["schemas"]["Problem"][];
                };
            };
        };
        PayloadTooLargeError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "payload_too_large";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
                /** What a program needs to know about it. */
                details: {
                    /**
                     * The largest body that this operation reads.
                     * @example 1048576
                     */
                    maxBytes: number;
                };
            };
        };
        InternalError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "internal_error";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        OverloadedError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "overloaded";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
    };
    responses: {
        /** The service cannot take the message just now. The provider should send it again. */
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
        /**
         * Whole seconds to wait before you send the request again. At least 1.
         * @example 1
         */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    /**
     * Take a report from Vapi
     * Takes Vapi's server messages. `status-update` and `end-of-call-report` move the call on; every other type is acknowledged. 200 means that what the message says is stored.
     */
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
            /** Stored, or of no interest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        received: true;
                    };
                };
            };
            /** The body is not a JSON object with a message. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            /** The signature or token is missing or wrong, or the timestamp is more than 300 seconds off. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidSignatureError"];
                };
            };
            /** The body is larger than 4 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** A mistake on our side. The provider should send the message again. */
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
    /**
     * Take a report on a text from Twilio
     * Takes the status callbacks of texts that Ringpost sent. 200 means that what the report says is stored, or is of no interest.
     */
    receiveTwilioStatus: {
        parameters: {
            query?: {
                /**
                 * Ringpost's id of the text, as it was put into the callback's address.
                 * @example msg_01kdvzq8m3e5a7c9x1t4v6b2nd
                 */
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
            /** Stored, or of no interest. Without a body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** The body is not a report on a message. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            /** The signature is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidSignatureError"];
                };
            };
            /** The body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** A mistake on our side. The provider should send the message again. */
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
    /**
     * Take a text that came in from Twilio
     * The address to give Twilio for the messages of each number. 200 means that the text is stored, or that the number is nobody's; the answer asks Twilio to do nothing.
     */
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
            /** Stored, or of no interest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/xml": string;
                };
            };
            /** The body is not a message. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            /** The signature is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidSignatureError"];
                };
            };
            /** The body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** A mistake on our side. The provider should send the message again. */
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
