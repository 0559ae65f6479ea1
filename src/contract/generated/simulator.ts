/** Made by `npm run generate` from the documents. Edit those. */

export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        InvalidRequestError: {
            error: {
                /** @constant */
                code: "invalid_request";
                message: string;
            };
        };
        ReceiverNotFoundError: {
            error: {
                /** @enum {string} */
                code: "receiver_not_found" | "session_not_found";
                message: string;
            };
        };
        RecordingNotFoundError: {
            error: {
                /** @enum {string} */
                code: "recording_not_found" | "session_not_found";
                message: string;
            };
        };
        InboundUrlMissingError: {
            error: {
                /** @constant */
                code: "inbound_url_missing";
                message: string;
            };
        };
        ConflictError: {
            error: {
                /** @constant */
                code: "conflict";
                message: string;
            };
        };
        NotFrozenError: {
            error: {
                /** @constant */
                code: "not_frozen";
                message: string;
            };
        };
        ServiceUnreachableError: {
            error: {
                /** @constant */
                code: "service_unreachable";
                message: string;
            };
        };
        FaultNotFoundError: {
            error: {
                /** @enum {string} */
                code: "fault_not_found" | "session_not_found";
                message: string;
            };
        };
        InvalidScenariosError: {
            error: {
                /** @constant */
                code: "invalid_scenarios";
                message: string;
            };
        };
        ExpectationFailedError: {
            error: {
                /** @constant */
                code: "expectation_failed";
                message: string;
            };
        };
        ContractBrokenError: {
            error: {
                /** @constant */
                code: "contract_broken";
                message: string;
            };
        };
        HostNotAllowedError: {
            error: {
                /** @constant */
                code: "host_not_allowed";
                message: string;
            };
        };
        TokenRequiredError: {
            error: {
                /** @constant */
                code: "token_required";
                message: string;
            };
        };
        NotSameOriginError: {
            error: {
                /** @constant */
                code: "not_same_origin";
                message: string;
            };
        };
        PayloadTooLargeError: {
            error: {
                /** @constant */
                code: "payload_too_large";
                message: string;
            };
        };
        InternalErrorError: {
            error: {
                /** @constant */
                code: "internal_error";
                message: string;
            };
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        Scenarios: {
            /** Start the simulator with it again, and every draw is the same. */
            seed: number;
            scenarios: components["schemas"]["Scenario"][];
            /** What a number can play when it is texted. */
            texts: components["schemas"]["TextScenario"][];
        };
        Scenario: {
            name: string;
            description: string;
            /**
             * What the request that places the call comes to.
             * @enum {string}
             */
            placement: "accepted" | "accepted-late" | "error-after-dialling" | "silence-after-dialling" | "error-before-dialling" | "refused" | "rate-limited";
            /**
             * How the provider reports on the call.
             * @enum {string}
             */
            callbacks: "once" | "twice" | "never" | "backwards" | "late";
            /** The block of numbers that play it. */
            numbers: {
                first: string;
                last: string;
            };
        };
        Calls: {
            calls: components["schemas"]["Call"][];
        };
        Call: {
            /** The provider's id. */
            id: string;
            /** The service's id, if the request named one. */
            callId: string | null;
            /** The number that was dialled. */
            number: string;
            scenario: string;
            /** @enum {string} */
            status: "queued" | "ringing" | "in-progress" | "ended";
            endedReason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            answeredAt: string | null;
            /** Format: date-time */
            endedAt: string | null;
            recordingUrl: string | null;
        };
        TextScenario: {
            name: string;
            description: string;
            /**
             * What the request that sends the text comes to.
             * @enum {string}
             */
            answer: "accepted" | "accepted-late" | "error-after-accepting" | "silence-after-accepting" | "error-before-accepting" | "rate-limited" | "refused";
            /**
             * What becomes of a text that was accepted.
             * @enum {string}
             */
            ending: "delivered" | "undelivered" | "failed" | "failed-before-sent";
            /**
             * How the provider reports on the text.
             * @enum {string}
             */
            callbacks: "once" | "twice" | "never" | "delivered-first" | "with-more-parameters";
            /** What the contact texts back after delivery. */
            reply: string | null;
            /** The numbers that play it. In the blocks that fail, the three digits after +1556 end in the last two of the code 300cc. */
            numbers: {
                first: string;
                last: string;
            };
        };
        Texts: {
            inboundUrl: string | null;
            texts: components["schemas"]["Text"][];
        };
        Text: {
            /** The provider's id. */
            sid: string;
            /** The service's id, if the callback URL of the text has one. */
            messageId: string | null;
            /** @enum {string} */
            direction: "outbound" | "inbound";
            from: string;
            to: string;
            body: string;
            /** Null for a text that came in. */
            scenario: string | null;
            /** @enum {string} */
            status: "accepted" | "queued" | "sent" | "delivered" | "undelivered" | "failed" | "received";
            errorCode: number | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            sentAt: string | null;
            /** Format: date-time */
            updatedAt: string;
        };
        NewInboundText: {
            /** The contact's number, in E.164. */
            from: string;
            /** The service's number. */
            to: string;
            body: string;
        };
        InboundText: {
            text: components["schemas"]["Text"];
            /** The status that the service answered; null where it did not. */
            answered: number | null;
            /** Why there was no answer. */
            error: string | null;
        };
        InboundUrl: {
            /** Null keeps incoming texts here. */
            url: string | null;
        };
        NewReceiver: {
            name: string;
            /** The endpoint's signing secret. With null the signature is not checked; left out, the one that this name last had stays. */
            secret?: string | null;
            /** Answers, one for each delivery, parted by commas. Empty means always 200. */
            programme?: components["schemas"]["Programme"];
        };
        NewProgramme: {
            /** Answers, one for each delivery, parted by commas. Empty means always 200. */
            programme: components["schemas"]["Programme"];
        };
        /**
         * Answers, one for each delivery, parted by commas. Empty means always 200.
         * @example 500,500,timeout,200
         * @example delay:9500
         * @example 503*
         */
        Programme: string;
        Receiver: {
            name: string;
            /** What to register as a webhook endpoint. */
            url: string;
            hasSecret: boolean;
            /** Answers, one for each delivery, parted by commas. Empty means always 200. */
            programme: components["schemas"]["Programme"];
            /** Every answer of the programme was given, so that it answers 200 from now on. Always so where the programme is empty. */
            programmeDone: boolean;
            /** All that ever came, forgotten deliveries included. */
            received: number;
        };
        ReceiverReply: {
            receiver: components["schemas"]["Receiver"];
        };
        ReceiverList: {
            receivers: components["schemas"]["Receiver"][];
        };
        Deliveries: {
            deliveries: components["schemas"]["Delivery"][];
        };
        Delivery: {
            /** Counts what came to this receiver. */
            number: number;
            /** Format: date-time */
            receivedAt: string;
            /** @enum {string} */
            method: "POST" | "PUT";
            /** Names in lower case. */
            headers: {
                [key: string]: string;
            };
            deliveryId: string | null;
            /** How many times this receiver has met the delivery id. */
            attempt: number;
            event: string | null;
            verdict: components["schemas"]["Verdict"];
            /** What the programme had for this delivery. */
            answer: components["schemas"]["Answer"];
            /** The raw body read as UTF-8. */
            body: string;
            /** The raw body, every byte of it. */
            bodyBase64: string;
        };
        Verdict: {
            /** Signature, age and contract hold, and the bytes are those of the first attempt. */
            valid: boolean;
            /**
             * Is `not_checked` if the receiver has no secret to check a signature with, and everything else holds. `valid` is false then, too.
             * @enum {string}
             */
            result: "valid" | "not_checked" | "invalid";
            signature: {
                /** @enum {string} */
                reason: "valid" | "not_checked" | "missing_header" | "bad_format" | "body_reserialised" | "signed_differently" | "wrong_secret" | "wrong_standard_headers" | "timestamp_too_old" | "timestamp_in_future";
                explanation: string;
            };
            /** The body held against the AsyncAPI document. */
            contract: {
                event: string | null;
                problems: {
                    path: string;
                    message: string;
                }[];
            };
            /** The earlier attempt that was accepted already. */
            duplicateOf: number | null;
            sameBytes: boolean;
            /** All of it in a sentence or two. */
            explanation: string;
        };
        /** What the programme had for this delivery. */
        Answer: {
            /** @enum {string} */
            kind: "status" | "redirect" | "drip" | "timeout" | "reset" | "close" | "half" | "endless" | "garbage" | "wrong-length";
            status?: number;
            afterMs?: number;
            upToMs?: number;
            overMs?: number;
            to?: string;
        };
        Ledger: {
            totals: components["schemas"]["LedgerTotals"];
            /** False once more came than is remembered one by one. The totals of dials, texts and deliveries still hold. */
            complete: boolean;
            calls: components["schemas"]["CallAccount"][];
            messages: components["schemas"]["MessageAccount"][];
            events: components["schemas"]["EventAccount"][];
        };
        LedgerTotals: {
            dials: number;
            calls: number;
            /** Dials beyond the first, over all calls. */
            duplicateDials: number;
            callbacksSent: number;
            callbacksAccepted: number;
            deliveriesReceived: number;
            deliveriesAccepted: number;
            events: number;
            /** Calls that ended and whose `call.completed` no receiver has accepted. */
            callsWithoutWebhook: number;
            /** Texts that went out. */
            texts: number;
            /** The service's messages that they were for. */
            messages: number;
            /** Texts beyond the first, over all messages. */
            duplicateTexts: number;
            textCallbacksSent: number;
            textCallbacksAccepted: number;
            inboundTextsSent: number;
            inboundTextsAccepted: number;
            /** Messages that were delivered, or failed at the carrier, and whose `sms.delivered` or `sms.failed` no receiver has accepted. */
            textsWithoutWebhook: number;
        };
        CallAccount: {
            callId: string;
            dials: number;
            providerCallIds: string[];
            ended: boolean;
            callbacksSent: number;
            callbacksAccepted: number;
            callCompletedAccepted: number;
        };
        MessageAccount: {
            messageId: string;
            texts: number;
            providerMessageIds: string[];
            /** It was delivered, or failed at the carrier. */
            ended: boolean;
            callbacksSent: number;
            callbacksAccepted: number;
            /** How many `sms.delivered` and `sms.failed` the receivers have accepted. */
            webhooksAccepted: number;
        };
        EventAccount: {
            event: string;
            /** What the event is about, a call's id or a message's. */
            subject: string;
            deliveries: {
                deliveryId: string;
                received: number;
                accepted: number;
            }[];
        };
        Timeline: {
            entries: components["schemas"]["TimelineEntry"][];
        };
        /** Open, since each kind has details of its own. */
        TimelineEntry: {
            seq: number;
            /**
             * Format: date-time
             * Real time.
             */
            at: string;
            /** @enum {string} */
            kind: "provider.request" | "provider.answer" | "dial" | "call.state" | "callback.sent" | "callback.withheld" | "control.end-call" | "time.paced" | "time.moved" | "text.request" | "text.answer" | "text.accepted" | "text.state" | "text.callback" | "text.withheld" | "text.received" | "text.inbound" | "receiver.created" | "delivery" | "delivery.answered" | "webhook.sent" | "fault.set" | "fault" | "fault.answered" | "service.request" | "service.answer" | "breach" | "reset";
            /** The entry that led to this one. */
            causedBy?: number;
        } & {
            [key: string]: unknown;
        };
        /** The receiver. */
        TargetUrl: string;
        /** The signing secret; without it that of `--signing-secret`. */
        TargetSecret: string;
        /** Sends the headers of Standard Webhooks too. */
        TargetStandardWebhooks: boolean;
        NewWebhook: {
            /** The receiver. */
            url: components["schemas"]["TargetUrl"];
            /** The signing secret; without it that of `--signing-secret`. */
            secret?: components["schemas"]["TargetSecret"];
            /** Sends the headers of Standard Webhooks too. */
            standardWebhooks?: components["schemas"]["TargetStandardWebhooks"];
            /**
             * The event.
             * @enum {string}
             */
            event: "call.completed" | "sms.received" | "sms.delivered" | "sms.failed" | "lead.qualified";
            /** Members that replace those of the example's data. */
            data?: {
                [key: string]: unknown;
            };
        };
        SentWebhook: {
            /** Format: uuid */
            deliveryId: string;
            event: string | null;
            /** What the receiver answered first, or null where no answer came. */
            status: number | null;
            /** Why no answer came. */
            error: string | null;
        };
        EditedWebhook: {
            /** The receiver whose secret signs it. For one without a secret that of `--signing-secret` does. */
            receiver: string;
            /** Where it goes, if not to the receiver. */
            url?: string;
            /**
             * Format: uuid
             * Its delivery id, if it is no new one.
             */
            deliveryId?: string;
            /** Its bytes, which are sent as they are. */
            body: string;
        };
        NewOwnCall: {
            /** The receiver. */
            url: components["schemas"]["TargetUrl"];
            /** The signing secret; without it that of `--signing-secret`. */
            secret?: components["schemas"]["TargetSecret"];
            /** Sends the headers of Standard Webhooks too. */
            standardWebhooks?: components["schemas"]["TargetStandardWebhooks"];
            /** Chooses the story. */
            phoneNumber: string;
            /** Stands in the event as it is. */
            variables?: {
                [key: string]: unknown;
            };
        };
        OwnCall: {
            id: string;
            phoneNumber: string;
            scenario: string;
        };
        /**
         * Webhooks to the receivers, requests to the voice provider, or requests to the text provider.
         * @enum {string}
         */
        FaultLink: "receivers" | "voice" | "texts";
        Fault: {
            id: string;
            /** Webhooks to the receivers, requests to the voice provider, or requests to the text provider. */
            link: components["schemas"]["FaultLink"];
            receiver: string | null;
            answer: string;
            processed: boolean;
            probability: number;
            after: number;
            every: number;
            times: number | null;
            startsInSeconds: number;
            lastsSeconds: number | null;
            /** Requests on its link while it was on. */
            met: number;
            /** Those that it struck. */
            hit: number;
        };
        NewFault: {
            /** Webhooks to the receivers, requests to the voice provider, or requests to the text provider. */
            link: components["schemas"]["FaultLink"];
            /** Of the link `receivers`, one alone. Refused with another link. */
            receiver?: string | null;
            /**
             * As an item of a programme.
             * @example 503
             * @example delay:10500
             * @example drip:20000
             * @example half
             */
            answer: string;
            processed?: boolean;
            probability?: number;
            /** Lets so many requests pass first. */
            after?: number;
            /** Strikes every n-th of those that follow. */
            every?: number;
            /** Strikes so often at most. */
            times?: number | null;
            /** Story time from now until it begins. */
            startsInSeconds?: number;
            lastsSeconds?: number | null;
        };
        TlsReply: {
            tls: null | {
                /** `{url}/receivers/{name}` is the endpoint. */
                url: string;
                /** @enum {string} */
                certificate: "valid" | "expired" | "other-host";
                pem: string;
            };
        };
        ExpectedDelivery: {
            receiver?: string;
            event?: string;
            /** Paths into the body, parted by points, and the value that stands there. */
            where?: {
                [key: string]: unknown;
            };
            /** How many attempts of the delivery have come. */
            attempts?: number;
            /**
             * The verdict's reason.
             * @enum {string}
             */
            signature?: "valid" | "not_checked" | "missing_header" | "bad_format" | "body_reserialised" | "signed_differently" | "wrong_secret" | "wrong_standard_headers" | "timestamp_too_old" | "timestamp_in_future";
            /** Seconds in which it may yet come. None, if left out. */
            within?: number;
        };
        MetDelivery: {
            receiver: string;
            number: number;
            deliveryId: string | null;
            attempt: number;
            event: string | null;
            explanation: string;
            body: string;
        };
        ServiceClock: {
            operatorUrl: string;
            /** Format: date-time */
            now: string;
            offsetSeconds: number;
            /** Until the next moment for which the service waits. Never below 0, which is now. */
            nextInSeconds: number | null;
            isBusy: boolean;
        };
        TimeView: {
            /** @enum {string} */
            pace: "running" | "frozen";
            /** Null where time is frozen, and where every step happens at once. */
            speed: number | null;
            /** Story time since the simulator started. */
            elapsedSeconds: number;
            /** Steps of stories and held answers, to come or under way. */
            waiting: number;
            /** Story time until the next of them. */
            nextInSeconds: number | null;
            /** Null where none is linked. */
            service: null | components["schemas"]["ServiceClock"];
        };
        TimeReply: {
            time: components["schemas"]["TimeView"];
        };
        Passed: {
            passed: {
                seconds: number;
                /** How many times the time was moved on to the next thing due. */
                steps: number;
                /**
                 * `busy`: the service had something in hand for half a minute and did not finish it.
                 * @enum {string}
                 */
                stoppedBy: "idle" | "limit" | "busy";
            };
            time: components["schemas"]["TimeView"];
        };
        SessionView: {
            name: string;
            /** The control API as this session sees it, and before `/receivers/{name}` the address of its receivers. */
            url: string;
            vapiUrl: string;
            twilioUrl: string;
            seed: number;
            /** The last four digits of its numbers, in every block of `+1555` and of `+1556`. */
            numbers: {
                first: number;
                last: number;
            };
        };
        NewSession: {
            /** Made up where it is left out. */
            name?: string;
            /** The simulator's, where it is left out. */
            seed?: number;
            /** As `--speed`, which it is where it is left out. */
            speed?: number | "manual";
        };
        RunView: {
            seed: number;
            receivers: {
                name: string;
                programme: string;
            }[];
            faults: components["schemas"]["NewFault"][];
            requests: {
                atSeconds: number;
                path: string;
                contentType: string;
                body: string;
            }[];
        };
        LinkedService: {
            /** Where its public API is. */
            url: string;
            operatorUrl: string | null;
            /** A key is there, so calls can be placed and hung up, and deliveries sent again. */
            canCall: boolean;
            /** The operator's token is there, so the clock can be moved and the attempts of a delivery read. */
            canOperate: boolean;
            /** The operator's token and a tenant are there, so texts can be sent. */
            canText: boolean;
        };
        LinkedServiceReply: {
            /** Null where none is linked. */
            service: components["schemas"]["LinkedService"] | null;
        };
        NewLinkedService: {
            /** Scheme, host and port of the public API. */
            url: string;
            /** A key of the tenant whose calls the console places, with all scopes. */
            apiKey?: string;
            /** Scheme, host and port of the operator API. */
            operatorUrl?: string;
            operatorToken?: string;
            /** The tenant that texts are sent for. */
            tenantId?: string;
        };
        /** As the service's own document describes it. */
        Relayed: {
            [key: string]: unknown;
        };
    };
    responses: {
        /** The body does not fit this document, or the programme has an item that is no answer. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"];
            };
        };
        /** No receiver has that name, or no session that of `X-Sim-Session`. */
        ReceiverNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ReceiverNotFoundError"];
            };
        };
        /** There is no such call, or it left no recording, or there is no such session. */
        RecordingNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RecordingNotFoundError"];
            };
        };
        /** Nobody has said where incoming texts go. */
        InboundUrlMissing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InboundUrlMissingError"];
            };
        };
        /** There are as many already as are kept, or the place is another's. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"];
            };
        };
        /** Time passes by itself. */
        NotFrozen: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFrozenError"];
            };
        };
        /** The linked service did not answer, or refused. */
        ServiceUnreachable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceUnreachableError"];
            };
        };
        /** No fault has that id, or no session that of `X-Sim-Session`. */
        FaultNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FaultNotFoundError"];
            };
        };
        /** The file has mistakes. */
        InvalidScenarios: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidScenariosError"];
            };
        };
        /** It did not happen; the message says what was seen nearest. */
        ExpectationFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ExpectationFailedError"];
            };
        };
        /** Something broke the contract. */
        ContractBroken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ContractBrokenError"];
            };
        };
        /** The name in `Host` is not one that the simulator answers to, on any path. */
        HostNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HostNotAllowedError"];
            };
        };
        /** A page of another origin asks, or the name in `Host` is not one that the simulator answers to. */
        NotSameOrigin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotSameOriginError"] | components["schemas"]["HostNotAllowedError"];
            };
        };
        /** The simulator was given a token, and the request does not have it. */
        TokenRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenRequiredError"];
            };
        };
        /** The body is larger than 8 MiB, on any path. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeError"];
            };
        };
        /** A mistake of the simulator, which its output describes. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalErrorError"];
            };
        };
        /** No session has that name. */
        SessionNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @constant */
                        code: "session_not_found";
                        message: string;
                    };
                };
            };
        };
        /** The service refused, with the status and the error that its own document describes. */
        ServiceRefusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Relayed"];
            };
        };
        /** The console has no service to ask, or not the API that this needs. */
        ServiceNotLinked: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @constant */
                        code: "service_not_linked";
                        message: string;
                    };
                };
            };
        };
        /** The linked service did not answer. */
        LinkedServiceUnreachable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @constant */
                        code: "linked_service_unreachable";
                        message: string;
                    };
                };
            };
        };
    };
    parameters: {
        /**
         * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
         * @example checkout
         */
        Session: string;
        /**
         * The receiver's name.
         * @example crm
         */
        ReceiverName: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    /**
     * Send a made-up event
     * Begins with the first example of the event in the AsyncAPI document, gives it new ids and this moment's time, puts in the members
     *     of `data`, and sends it, signed as the service signs. A member that the document does not know is refused, because it is a typo
     *     here, though receivers take it. A receiver that refuses it gets it again after the contract's pauses in
     *     story time, up to six attempts: the same bytes and delivery id. It answers when the first attempt is over.
     */
    sendWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** It was sent; `status` says what the receiver answered. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["SentWebhook"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Send a webhook that was edited
     * Signs the body with the secret of a receiver, which a page does not know, and sends it once: to that receiver, or to `url`. No
     *     redirect is followed, and of the answer the status alone is told.
     */
    sendEditedWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditedWebhook"];
            };
        };
        responses: {
            /** It was sent; `status` says what was answered. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["SentWebhook"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["ReceiverNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Place a call without a service
     * The number chooses the story, as everywhere. It is played with its states in `GET /calls` and the timeline, and when the call is
     *     analysed, or a minute after its end, its `call.completed` goes to `url`, as a service would send it, with up to six
     *     attempts. There is no agent here, so `extraction` is null.
     */
    placeOwnCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOwnCall"];
            };
        };
        responses: {
            /** It is dialled. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        call: components["schemas"]["OwnCall"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * List the faults
     * In the order in which they are asked; the first that strikes decides.
     */
    listFaults: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The faults, with how often each was met and has struck. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        faults: components["schemas"]["Fault"][];
                    };
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Let something go wrong
     * On the link that it names, for the requests that it strikes: by chance (`probability`), by count (`after`, `every`,
     *     `times`), or for a time of the stories (`startsInSeconds`, `lastsSeconds`). On `receivers` it takes the place of the
     *     programme's answer and leaves the programme where it stands. On a provider's link, `processed` says whether the
     *     provider did what was asked before its answer went wrong; left out, that is so for answers that only come late or
     *     broken, and not for those that take the place of one.
     *
     *     All that strikes stands in the timeline as `fault`, and as `fault.answered` what came of it.
     */
    createFault: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFault"];
            };
        };
        responses: {
            /** It may strike from now on. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fault: components["schemas"]["Fault"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Take all faults away
     * What they have struck already stays as it is.
     */
    clearFaults: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Take a fault away
     * What it has struck already stays as it is.
     */
    deleteFault: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * The fault's id.
                 * @example fault-1
                 */
                faultId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["FaultNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Read where the receivers are over TLS
     * Nowhere, until a certificate was asked for.
     */
    readTls: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Where, and with which certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TlsReply"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Present a certificate
     * Opens the receivers over TLS, on a port of their own, and shows this certificate from now on. All are self-signed, so nobody trusts them; whoever is told to trust `pem` (`NODE_EXTRA_CA_CERTS`) finds `valid` good and the others bad.
     */
    presentCertificate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    certificate: "valid" | "expired" | "other-host";
                };
            };
        };
        responses: {
            /** Where, and with which certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TlsReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Expect a delivery
     * Answers with the delivery that meets it, as soon as one does. Within `within` seconds it may yet come: frozen time is moved on for it, step by step; running time is waited for. If none comes, the refusal says what was seen nearest.
     */
    expectDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExpectedDelivery"];
            };
        };
        responses: {
            /** It came. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["MetDelivery"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["NotFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ExpectationFailed"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ServiceUnreachable"];
        };
    };
    /**
     * Expect that no delivery comes
     * Fails as soon as one is there that fits; else answers when `within` seconds have passed.
     */
    expectNoDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExpectedDelivery"];
            };
        };
        responses: {
            /** None came. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["NotFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ExpectationFailed"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ServiceUnreachable"];
        };
    };
    /**
     * Expect the states of a call
     * All of them in this order, and none between. `reported` counts only where it is expected.
     */
    expectStates: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** The service's id of the call, or the provider's. */
                    call: string;
                    states: ("ringing" | "in-progress" | "ending" | "ended" | "reported")[];
                    within?: number;
                };
            };
        };
        responses: {
            /** So it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        states: string[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["NotFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ExpectationFailed"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ServiceUnreachable"];
        };
    };
    /**
     * Has the contract been kept?
     * Everything that passes is held against the documents: each webhook against the AsyncAPI document, its headers and its signature, each answer to a provider's callback against the document of the callbacks. Fails if anything since the last reset broke them.
     */
    readVerification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Nothing broke it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** What was held against the documents. */
                        checked: number;
                        breaches: unknown[];
                    };
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ContractBroken"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Read the time
     * At which pace time passes, what waits, and how the service's clock stands if one is linked.
     */
    readTime: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeReply"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ServiceUnreachable"];
        };
    };
    /**
     * Freeze the time
     * From now on no step of any story happens, and no held answer goes out, until time is moved or runs again. What is under way comes to its end. The service's own clock goes on with the real time; only moving it ahead is in our hands.
     */
    freezeTime: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Frozen. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeReply"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ServiceUnreachable"];
        };
    };
    /**
     * Let time run
     * 1 is real time, 60 a minute a second. The speed is that of the stories; the service's clock keeps its own.
     */
    runTime: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    speed: number;
                };
            };
        };
        responses: {
            /** It runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ServiceUnreachable"];
        };
    };
    /**
     * Move frozen time ahead
     * Stories and the linked service's clock move together, from one due step to the next: each is taken up, and everything it sets off waited for, before time goes on. Without a linked service only the stories move. Of a service whose real time has run ahead of the stories meanwhile, nothing is taken back.
     */
    advanceTime: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    seconds: number;
                };
            };
        };
        responses: {
            /** How far it came. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passed"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["NotFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ServiceUnreachable"];
        };
    };
    /**
     * Go on until nothing waits
     * Freezes time if it runs, and moves stories and the linked service's clock from one due step to the next until neither has one, or until `maxSeconds` have passed. The whole schedule of a delivery that keeps failing, some nine hours, takes seconds, by the code that runs it in life. Afterwards time has the pace it had before.
     */
    runUntilIdle: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Two days, unless said otherwise. A call that never ends and an endpoint that is switched off wait for ever.
                     * @default 172800
                     */
                    maxSeconds?: number;
                };
            };
        };
        responses: {
            /** How far it came, and why it stopped. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passed"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ServiceUnreachable"];
        };
    };
    /**
     * Name the service whose clock moves along
     * Its operator API, which the console asks too. It must be a sandbox for its clock to be moved. In a session it is the session's alone.
     */
    linkService: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Scheme, host and port. */
                    operatorUrl: string;
                    operatorToken: string;
                };
            };
        };
        responses: {
            /** Linked; its clock was read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ServiceUnreachable"];
        };
    };
    /**
     * List the sessions
     * Those that were opened, in that order. The first session, which is always there, has no name and is not among them.
     */
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: components["schemas"]["SessionView"][];
                    };
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Open a session
     * Empty, and with a hundred numbers of its own in every block. Incoming texts go where the first session's go. At most fifty are open at once, and each remembers less than the first.
     */
    openSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSession"];
            };
        };
        responses: {
            /** It is open. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        session: components["schemas"]["SessionView"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Close a session
     * Its calls and texts go no further, all it remembers is forgotten, its streams end and its numbers are free.
     */
    closeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The session's name.
                 * @example checkout
                 */
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** It is closed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Is it up?
     * Answers as soon as the simulator listens, `HEAD` as well.
     */
    readHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** It is up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * List the scenarios
     * Every story that a number can play when it is called or texted, and the seed that fixes its details.
     */
    listScenarios: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The scenarios. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenarios"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Add scenarios of one's own
     * A file in YAML, as `simulator/scenario-file.schema.json` says: `scenarios` of calls, `texts`, or both. An own scenario of the same name is replaced. What is wrong with the file is told all at once, with line and column. A reset leaves them.
     */
    addScenarios: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/yaml": string;
            };
        };
        responses: {
            /** They can be dialled. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scenarios: components["schemas"]["Scenario"][];
                        texts: components["schemas"]["TextScenario"][];
                    };
                };
            };
            400: components["responses"]["InvalidScenarios"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * List the calls
     * The newest thousand, newest first: one for each time a telephone rang.
     */
    listCalls: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The calls. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calls"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Fetch a call's recording
     * A tone for each syllable in place of words, at the pitch of its speaker, at most 20 s long: a WAV file of 8 kHz and 8 bits. Each line of the conversation has a cue point with its text, at the provider's `secondsFromStart`.
     */
    readRecording: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * The provider's id of the call, and `.wav`.
                 * @example 3d6d9a41-0d8f-4b53-8a4e-51b6c3a1f0e2.wav
                 */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The recording. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": unknown;
                };
            };
            /** The part that a `Range` of bytes asked for. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": unknown;
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["RecordingNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * List the texts
     * The newest thousand, newest first: those that went out, and those that contacts sent. With them the address that incoming texts go to.
     */
    listTexts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The texts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Texts"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Send a text as a contact
     * Sends it now, at every speed, signed as Twilio signs it, and answers when the service has. STOP, START and their
     *     kind count: the sender that was told STOP is refused with 21610 from then on.
     */
    receiveText: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInboundText"];
            };
        };
        responses: {
            /** It was sent; `answered` is what the service answered. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundText"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["InboundUrlMissing"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Say where incoming texts go
     * As a number's own configuration does at Twilio. One address for all numbers; a reset leaves it.
     */
    setInboundUrl: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboundUrl"];
            };
        };
        responses: {
            /** The address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundUrl"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * List the receivers
     * All of them, in the order they were made.
     */
    listReceivers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The receivers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverList"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Make a receiver
     * Makes a receiver, or sets the secret and programme of one that exists and begins its programme again.
     */
    createReceiver: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReceiver"];
            };
        };
        responses: {
            /** The receiver. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Read a receiver
     * Its address, and how much has come.
     */
    readReceiver: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * The receiver's name.
                 * @example crm
                 */
                name: components["parameters"]["ReceiverName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The receiver. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverReply"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["ReceiverNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Set a receiver's programme
     * Takes effect with the next delivery, which gets the first answer.
     */
    setProgramme: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * The receiver's name.
                 * @example crm
                 */
                name: components["parameters"]["ReceiverName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProgramme"];
            };
        };
        responses: {
            /** The receiver. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["ReceiverNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * List what a receiver got
     * The newest thousand, oldest first, with the raw body of each and a verdict that explains itself.
     */
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * Only the attempts of this `X-Webhook-Delivery-Id`.
                 * @example 019b8399-6188-7c3e-9d5a-4b8f0e2a7c61
                 */
                deliveryId?: string;
            };
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * The receiver's name.
                 * @example crm
                 */
                name: components["parameters"]["ReceiverName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deliveries"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["ReceiverNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Count dials and texts against webhooks
     * The simulator's own count, independent of the service. `duplicateDials` and `callsWithoutWebhook`, `duplicateTexts` and `textsWithoutWebhook` should be 0.
     */
    readLedger: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The count. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ledger"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Read the timeline
     * Everything that was seen and done, in order, the newest ten thousand entries. `causedBy` leads back from each.
     */
    listTimeline: {
        parameters: {
            query?: {
                /**
                 * Only entries of this call.
                 * @example call_01kdvzjtc9fyhs3w8t2m5q7r4b
                 */
                callId?: string;
                /**
                 * Only entries of this text.
                 * @example msg_01kdvzq8m3e5a7c9x1t4v6b2nd
                 */
                messageId?: string;
                /**
                 * Only entries of this delivery.
                 * @example 019b8399-6188-7c3e-9d5a-4b8f0e2a7c61
                 */
                deliveryId?: string;
                /**
                 * Only entries after this `seq`.
                 * @example 1
                 */
                after?: number;
                /**
                 * `ndjson` for one entry a line.
                 * @example ndjson
                 */
                format?: "json" | "ndjson";
            };
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timeline"];
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Follow the timeline
     * Server-sent events: what is remembered, then everything as it happens, and a comment every 15 s, so that no proxy closes a quiet stream. `Last-Event-ID` resumes after an entry.
     */
    streamTimeline: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
                /**
                 * The `seq` of the last entry that was seen.
                 * @example 1
                 */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Forget everything
     * Ends every call and every text without a word, and empties receivers, ledger and timeline. Answers that are late by programme are given at once. Signing secrets are kept by the receivers' names, since the service goes on signing with them.
     */
    resetSimulator: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Forgotten. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Export the HTTP that passed
     * HAR 1.2, as browsers and proxies read it: what was asked of the providers, their callbacks, contacts' texts, and the deliveries; the newest thousand exchanges, 64 KiB of each body. Keys, tokens, secrets and cookies are left out, of headers, of JSON and forms in bodies, and of addresses, as are the user and password in these. With `format=ndjson` the entries come one a line.
     */
    exportHar: {
        parameters: {
            query?: {
                /**
                 * `ndjson`: the entries alone, one a line.
                 * @example ndjson
                 */
                format?: "ndjson";
            };
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The archive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "application/json": {
                        log: {
                            version: string;
                            creator: {
                                [key: string]: unknown;
                            };
                            entries: {
                                [key: string]: unknown;
                            }[];
                        };
                    };
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Export the run
     * The seed, the receivers with their programmes, the faults, and what was asked of the providers since the last reset, each at its time. Keys and secrets are left out as they are of the HAR, so callbacks come without theirs. Own scenarios are not in it: add them again first.
     */
    exportRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunView"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Play a run again
     * Forgets everything, takes the run's seed, and asks of the providers what was asked then, each at its time of the story. The same stories follow, with the same ids; callbacks go where the requests say.
     */
    playRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunView"];
            };
        };
        responses: {
            /** It is set up, and plays as time passes. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: number;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Open the console
     * The page for people. It loads nothing from elsewhere, and its policy forbids that it could.
     */
    readConsole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Fetch a file of the console
     * Script, style and icon of the page.
     */
    readConsoleFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Its name.
                 * @example console.js
                 */
                file: "console.js" | "console.css" | "icon.svg";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                    "text/css": string;
                    "image/svg+xml": string;
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["HostNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Read which service is linked
     * What the console can do, and with which service. Never a key.
     */
    readLinkedService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedServiceReply"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * Link the console to a service
     * As `--service-url` and its companions do at the start, for who has a key only later; in place of the link there was, its clock and the target of `/service` too. Not from a page: a request that a browser has marked with `Origin` or `Sec-Fetch-Site`, or the console with `X-Ringpost-Page`, is refused.
     */
    linkConsoleService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLinkedService"];
            };
        };
        responses: {
            /** The link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedServiceReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    /**
     * List the agents
     * `listAgents` of the public API.
     */
    relayListAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
    /**
     * List the phone numbers
     * `listPhoneNumbers` of the operator API, of the linked tenant.
     */
    relayListPhoneNumbers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
    /**
     * Place a call
     * `placeCall` of the public API.
     */
    relayPlaceCall: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Relayed"];
            };
        };
        responses: {
            /** What the service answered. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
    /**
     * Read a call
     * `readCall` of the public API.
     */
    relayReadCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Its id at the service.
                 * @example call_01kaezr6mvfy3bq0n4v7p5w2cd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
    /**
     * Hang up a call
     * `endCall` of the public API.
     */
    relayEndCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Its id at the service.
                 * @example call_01kaezr6mvfy3bq0n4v7p5w2cd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
    /**
     * Read a delivery and its attempts
     * `readDelivery` of the operator API: what the service wrote down of each attempt, and when the next is due.
     */
    relayReadDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Its id at the service.
                 * @example 019b83f0-7c40-8a31-9c2e-5d3f1b7a9e04
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
    /**
     * Send a delivery again
     * `retryWebhookDelivery` of the public API.
     */
    relayRetryDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Its id at the service.
                 * @example 019b83f0-7c40-8a31-9c2e-5d3f1b7a9e04
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
    /**
     * Send a text
     * `sendText` of the operator API, for the linked tenant.
     */
    relaySendText: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Relayed"];
            };
        };
        responses: {
            /** What the service answered. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
    /**
     * Read the service's clock
     * `readClock` of the operator API.
     */
    relayReadClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
    /**
     * Move the service's clock forward
     * `advanceClock` of the operator API, which a sandbox allows.
     */
    relayAdvanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Relayed"];
            };
        };
        responses: {
            /** What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            401: components["responses"]["TokenRequired"];
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
}
