/** Made by `npm run generate` from the documents. Edit those. */

export interface paths {
    "/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the faults
         * @description In the order in which they are asked; the first that strikes decides.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Let something go wrong
         * @description On the link that it names, for the requests that it strikes: by chance (`probability`), by count (`after`, `every`,
         *     `times`), or for a time of the stories (`startsInSeconds`, `lastsSeconds`). On `receivers` it takes the place of the
         *     programme's answer and leaves the programme where it stands. On a provider's link, `processed` says whether the
         *     provider did what was asked before its answer went wrong; left out, that is so for answers that only come late or
         *     broken, and not for those that take the place of one.
         *
         *     All that strikes stands in the timeline as `fault`, and as `fault.answered` what came of it.
         */
        post: operations["createFault"];
        /**
         * Take all faults away
         * @description What they have struck already stays as it is.
         */
        delete: operations["clearFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faults/{faultId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The fault's id.
                 * @example fault-1
                 */
                faultId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a fault away
         * @description What it has struck already stays as it is.
         */
        delete: operations["deleteFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read where the receivers are over TLS
         * @description Nowhere, until a certificate was asked for.
         */
        get: operations["readTls"];
        /**
         * Present a certificate
         * @description Opens the receivers over TLS, on a port of their own, and shows this certificate from now on. All are self-signed, so nobody trusts them; whoever is told to trust `pem` (`NODE_EXTRA_CA_CERTS`) finds `valid` good and the others bad.
         */
        put: operations["presentCertificate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/expectations/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Expect a delivery
         * @description Answers with the delivery that meets it, as soon as one does. Within `within` seconds it may yet come: frozen time is moved on for it, step by step; running time is waited for. If none comes, the refusal says what was seen nearest.
         */
        post: operations["expectDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/expectations/no-delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Expect that no delivery comes
         * @description Fails as soon as one is there that fits; else answers when `within` seconds have passed.
         */
        post: operations["expectNoDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/expectations/states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Expect the states of a call
         * @description All of them in this order, and none between. `reported` counts only where it is expected.
         */
        post: operations["expectStates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Has the contract been kept?
         * @description Everything that passes is held against the documents: each webhook against the AsyncAPI document, its headers and its signature, each answer to a provider's callback against the document of the callbacks. Fails if anything since the last reset broke them.
         */
        get: operations["readVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the time
         * @description At which pace time passes, what waits, and how the service's clock stands if one is linked.
         */
        get: operations["readTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/time/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Freeze the time
         * @description From now on no step of any story happens, and no held answer goes out, until time is moved or runs again. What is under way comes to its end. The service's own clock goes on with the real time; only moving it ahead is in our hands.
         */
        post: operations["freezeTime"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/time/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let time run
         * @description 1 is real time, 60 a minute a second. The speed is that of the stories; the service's clock keeps its own.
         */
        post: operations["runTime"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/time/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move frozen time ahead
         * @description Stories and the linked service's clock move together, from one due step to the next: each is taken up, and everything it sets off waited for, before time goes on. Without a linked service only the stories move. Of a service whose real time has run ahead of the stories meanwhile, nothing is taken back.
         */
        post: operations["advanceTime"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/time/run-until-idle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go on until nothing waits
         * @description Freezes time if it runs, and moves stories and the linked service's clock from one due step to the next until neither has one, or until `maxSeconds` have passed. The whole schedule of a delivery that keeps failing, some nine hours, takes seconds, by the code that runs it in life. Afterwards time has the pace it had before.
         */
        post: operations["runUntilIdle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/time/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Name the service whose clock moves along
         * @description Its operator API, which the console asks too. It must be a sandbox for its clock to be moved. In a session it is the session's alone.
         */
        put: operations["linkService"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions
         * @description Those that were opened, in that order. The first session, which is always there, has no name and is not among them.
         */
        get: operations["listSessions"];
        put?: never;
        /**
         * Open a session
         * @description Empty, and with a hundred numbers of its own in every block. Incoming texts go where the first session's go. At most fifty are open at once, and each remembers less than the first.
         */
        post: operations["openSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Close a session
         * @description Its calls and texts go no further, all it remembers is forgotten, its streams end and its numbers are free.
         */
        delete: operations["closeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is it up?
         * @description Answers as soon as the simulator listens.
         */
        get: operations["readHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the scenarios
         * @description Every story that a number can play when it is called or texted, and the seed that fixes its details.
         */
        get: operations["listScenarios"];
        put?: never;
        /**
         * Add scenarios of one's own
         * @description A file in YAML, as `simulator/scenario-file.schema.json` says: `scenarios` of calls, `texts`, or both. An own scenario of the same name is replaced. What is wrong with the file is told all at once, with line and column. A reset leaves them.
         */
        post: operations["addScenarios"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calls
         * @description The newest thousand, newest first: one for each time a telephone rang.
         */
        get: operations["listCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recordings/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a call's recording
         * @description A few beeps in place of a voice, at a pitch that tells calls apart.
         */
        get: operations["readRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/texts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the texts
         * @description The newest thousand, newest first: those that went out, and those that contacts sent. With them the address that incoming texts go to.
         */
        get: operations["listTexts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/texts/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a text as a contact
         * @description Sends it now, at every speed, signed as Twilio signs it, and answers when the service has. STOP, START and their
         *     kind count: the sender that was told STOP is refused with 21610 from then on.
         */
        post: operations["receiveText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/texts/inbound-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say where incoming texts go
         * @description As a number's own configuration does at Twilio. One address for all numbers; a reset leaves it.
         */
        put: operations["setInboundUrl"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the receivers
         * @description All of them, in the order they were made.
         */
        get: operations["listReceivers"];
        put?: never;
        /**
         * Make a receiver
         * @description Makes a receiver, or sets the secret and programme of one that exists and begins its programme again.
         */
        post: operations["createReceiver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receivers/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a receiver
         * @description Its address, and how much has come.
         */
        get: operations["readReceiver"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receivers/{name}/programme": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a receiver's programme
         * @description Takes effect with the next delivery, which gets the first answer.
         */
        put: operations["setProgramme"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receivers/{name}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a receiver got
         * @description The newest thousand, oldest first, with the raw body of each and a verdict that explains itself.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count dials and texts against webhooks
         * @description The simulator's own count, independent of the service. `duplicateDials` and `callsWithoutWebhook`, `duplicateTexts` and `textsWithoutWebhook` should be 0.
         */
        get: operations["readLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the timeline
         * @description Everything that was seen and done, in order, the newest ten thousand entries. `causedBy` leads back from each.
         */
        get: operations["listTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timeline/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the timeline
         * @description Server-sent events: what is remembered, then everything as it happens. `Last-Event-ID` resumes after an entry.
         */
        get: operations["streamTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget everything
         * @description Ends every call and every text without a word, and empties receivers, ledger and timeline. Signing secrets are kept by the receivers' names, since the service goes on signing with them.
         */
        post: operations["resetSimulator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/har": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the HTTP that passed
         * @description HAR 1.2, as browsers and proxies read it: what was asked of the providers, their callbacks, contacts' texts, and the deliveries; the newest thousand exchanges, 64 KiB of each body. `Authorization` is left out. With `format=ndjson` the entries come one a line.
         */
        get: operations["exportHar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the run
         * @description The seed, the receivers with their programmes, the faults, and what was asked of the providers since the last reset, each at its time. No keys and no secrets. Own scenarios are not in it: add them again first.
         */
        get: operations["exportRun"];
        put?: never;
        /**
         * Play a run again
         * @description Forgets everything, takes the run's seed, and asks of the providers what was asked then, each at its time of the story. The same stories follow, with the same ids; callbacks go where the requests say.
         */
        post: operations["playRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the console
         * @description The page for people. It loads nothing from elsewhere, and its policy forbids that it could.
         */
        get: operations["readConsole"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a file of the console
         * @description Script, style and icon of the page.
         */
        get: operations["readConsoleFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which service is linked
         * @description What the console can do, and with which service. Never a key.
         */
        get: operations["readLinkedService"];
        /**
         * Link the console to a service
         * @description As `--service-url` and its companions do at the start, for who has a key only later; in place of the link there was, its clock and the target of `/service` too. Not from a page: a request that a browser has marked with `Origin` or `Sec-Fetch-Site` is refused.
         */
        put: operations["linkConsoleService"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agents
         * @description `listAgents` of the public API.
         */
        get: operations["relayListAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/phone-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the phone numbers
         * @description `listPhoneNumbers` of the operator API, of the linked tenant.
         */
        get: operations["relayListPhoneNumbers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place a call
         * @description `placeCall` of the public API.
         */
        post: operations["relayPlaceCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Its id at the service.
                 * @example call_01kaezr6mvfy3bq0n4v7p5w2cd
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Read a call
         * @description `readCall` of the public API.
         */
        get: operations["relayReadCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/calls/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Its id at the service.
                 * @example call_01kaezr6mvfy3bq0n4v7p5w2cd
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hang up a call
         * @description `endCall` of the public API.
         */
        post: operations["relayEndCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Its id at the service.
                 * @example 019b83f0-7c40-8a31-9c2e-5d3f1b7a9e04
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Read a delivery and its attempts
         * @description `readDelivery` of the operator API: what the service wrote down of each attempt, and when the next is due.
         */
        get: operations["relayReadDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/deliveries/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Its id at the service.
                 * @example 019b83f0-7c40-8a31-9c2e-5d3f1b7a9e04
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description `retryWebhookDelivery` of the public API.
         */
        post: operations["relayRetryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/texts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a text
         * @description `sendText` of the operator API, for the linked tenant.
         */
        post: operations["relaySendText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the service's clock
         * @description `readClock` of the operator API.
         */
        get: operations["relayReadClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the service's clock forward
         * @description `advanceClock` of the operator API, which a sandbox allows.
         */
        post: operations["relayAdvanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
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
            /** @description Start the simulator with it again, and every draw is the same. */
            seed: number;
            scenarios: components["schemas"]["Scenario"][];
            /** @description What a number can play when it is texted. */
            texts: components["schemas"]["TextScenario"][];
        };
        Scenario: {
            name: string;
            description: string;
            /**
             * @description What the request that places the call comes to.
             * @enum {string}
             */
            placement: "accepted" | "accepted-late" | "error-after-dialling" | "silence-after-dialling" | "error-before-dialling" | "refused" | "rate-limited";
            /**
             * @description How the provider reports on the call.
             * @enum {string}
             */
            callbacks: "once" | "twice" | "never" | "backwards" | "late";
            /** @description The block of numbers that play it. */
            numbers: {
                first: string;
                last: string;
            };
        };
        Calls: {
            calls: components["schemas"]["Call"][];
        };
        Call: {
            /** @description The provider's id. */
            id: string;
            /** @description The service's id, if the request named one. */
            callId: string | null;
            /** @description The number that was dialled. */
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
             * @description What the request that sends the text comes to.
             * @enum {string}
             */
            answer: "accepted" | "accepted-late" | "error-after-accepting" | "silence-after-accepting" | "error-before-accepting" | "rate-limited" | "refused";
            /**
             * @description What becomes of a text that was accepted.
             * @enum {string}
             */
            ending: "delivered" | "undelivered" | "failed" | "failed-before-sent";
            /**
             * @description How the provider reports on the text.
             * @enum {string}
             */
            callbacks: "once" | "twice" | "never" | "delivered-first" | "with-more-parameters";
            /** @description What the contact texts back after delivery. */
            reply: string | null;
            /** @description The numbers that play it. In the blocks that fail, the three digits after +1556 end in the last two of the code 300cc. */
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
            /** @description The provider's id. */
            sid: string;
            /** @description The service's id, if the callback URL of the text has one. */
            messageId: string | null;
            /** @enum {string} */
            direction: "outbound" | "inbound";
            from: string;
            to: string;
            body: string;
            /** @description Null for a text that came in. */
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
            /** @description The contact's number, in E.164. */
            from: string;
            /** @description The service's number. */
            to: string;
            body: string;
        };
        InboundText: {
            text: components["schemas"]["Text"];
            /** @description The status that the service answered; null where it did not. */
            answered: number | null;
            /** @description Why there was no answer. */
            error: string | null;
        };
        InboundUrl: {
            /** @description Null keeps incoming texts here. */
            url: string | null;
        };
        NewReceiver: {
            name: string;
            /** @description The endpoint's signing secret. With null the signature is not checked; left out, the one that this name last had stays. */
            secret?: string | null;
            programme?: components["schemas"]["Programme"];
        };
        NewProgramme: {
            programme: components["schemas"]["Programme"];
        };
        /**
         * @description Answers, one for each delivery, parted by commas. Empty means always 200.
         * @example 500,500,timeout,200
         * @example delay:9500
         * @example 503*
         */
        Programme: string;
        Receiver: {
            name: string;
            /** @description What to register as a webhook endpoint. */
            url: string;
            hasSecret: boolean;
            programme: components["schemas"]["Programme"];
            /** @description Every answer of the programme was given, so that it answers 200 from now on. Always so where the programme is empty. */
            programmeDone: boolean;
            /** @description All that ever came, forgotten deliveries included. */
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
            /** @description Counts what came to this receiver. */
            number: number;
            /** Format: date-time */
            receivedAt: string;
            /** @enum {string} */
            method: "POST" | "PUT";
            /** @description Names in lower case. */
            headers: {
                [key: string]: string;
            };
            deliveryId: string | null;
            /** @description How many times this receiver has met the delivery id. */
            attempt: number;
            event: string | null;
            verdict: components["schemas"]["Verdict"];
            answer: components["schemas"]["Answer"];
            /** @description The raw body read as UTF-8. */
            body: string;
            /** @description The raw body, every byte of it. */
            bodyBase64: string;
        };
        Verdict: {
            /** @description Signature, age and contract hold, and the bytes are those of the first attempt. */
            valid: boolean;
            signature: {
                /** @enum {string} */
                reason: "valid" | "not_checked" | "missing_header" | "bad_format" | "body_reserialised" | "signed_differently" | "wrong_secret" | "wrong_standard_headers" | "timestamp_too_old" | "timestamp_in_future";
                explanation: string;
            };
            /** @description The body held against the AsyncAPI document. */
            contract: {
                event: string | null;
                problems: {
                    path: string;
                    message: string;
                }[];
            };
            /** @description The earlier attempt that was accepted already. */
            duplicateOf: number | null;
            sameBytes: boolean;
            /** @description All of it in a sentence or two. */
            explanation: string;
        };
        /** @description What the programme had for this delivery. */
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
            /** @description False once more came than is remembered one by one. The totals of dials, texts and deliveries still hold. */
            complete: boolean;
            calls: components["schemas"]["CallAccount"][];
            messages: components["schemas"]["MessageAccount"][];
            events: components["schemas"]["EventAccount"][];
        };
        LedgerTotals: {
            dials: number;
            calls: number;
            /** @description Dials beyond the first, over all calls. */
            duplicateDials: number;
            callbacksSent: number;
            callbacksAccepted: number;
            deliveriesReceived: number;
            deliveriesAccepted: number;
            events: number;
            /** @description Calls that ended and whose `call.completed` no receiver has accepted. */
            callsWithoutWebhook: number;
            /** @description Texts that went out. */
            texts: number;
            /** @description The service's messages that they were for. */
            messages: number;
            /** @description Texts beyond the first, over all messages. */
            duplicateTexts: number;
            textCallbacksSent: number;
            textCallbacksAccepted: number;
            inboundTextsSent: number;
            inboundTextsAccepted: number;
            /** @description Messages that were delivered, or failed at the carrier, and whose `sms.delivered` or `sms.failed` no receiver has accepted. */
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
            /** @description It was delivered, or failed at the carrier. */
            ended: boolean;
            callbacksSent: number;
            callbacksAccepted: number;
            /** @description How many `sms.delivered` and `sms.failed` the receivers have accepted. */
            webhooksAccepted: number;
        };
        EventAccount: {
            event: string;
            /** @description What the event is about, a call's id or a message's. */
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
        /** @description Open, since each kind has details of its own. */
        TimelineEntry: {
            seq: number;
            /**
             * Format: date-time
             * @description Real time.
             */
            at: string;
            /** @enum {string} */
            kind: "provider.request" | "provider.answer" | "dial" | "call.state" | "callback.sent" | "callback.withheld" | "control.end-call" | "time.paced" | "time.moved" | "text.request" | "text.answer" | "text.accepted" | "text.state" | "text.callback" | "text.withheld" | "text.received" | "text.inbound" | "receiver.created" | "delivery" | "delivery.answered" | "fault.set" | "fault" | "fault.answered" | "service.request" | "service.answer" | "breach" | "reset";
            /** @description The entry that led to this one. */
            causedBy?: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Webhooks to the receivers, requests to the voice provider, or requests to the text provider.
         * @enum {string}
         */
        FaultLink: "receivers" | "voice" | "texts";
        Fault: {
            id: string;
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
            /** @description Requests on its link while it was on. */
            met: number;
            /** @description Those that it struck. */
            hit: number;
        };
        NewFault: {
            link: components["schemas"]["FaultLink"];
            /** @description Of the link `receivers`, one alone. */
            receiver?: string | null;
            /**
             * @description As an item of a programme.
             * @example 503
             * @example delay:10500
             * @example drip:20000
             * @example half
             */
            answer: string;
            processed?: boolean;
            probability?: number;
            /** @description Lets so many requests pass first. */
            after?: number;
            /** @description Strikes every n-th of those that follow. */
            every?: number;
            /** @description Strikes so often at most. */
            times?: number | null;
            /** @description Story time from now until it begins. */
            startsInSeconds?: number;
            lastsSeconds?: number | null;
        };
        TlsReply: {
            tls: null | {
                /** @description `{url}/receivers/{name}` is the endpoint. */
                url: string;
                /** @enum {string} */
                certificate: "valid" | "expired" | "other-host";
                pem: string;
            };
        };
        ExpectedDelivery: {
            receiver?: string;
            event?: string;
            /** @description Paths into the body, parted by points, and the value that stands there. */
            where?: {
                [key: string]: unknown;
            };
            /** @description How many attempts of the delivery have come. */
            attempts?: number;
            /**
             * @description The verdict's reason.
             * @enum {string}
             */
            signature?: "valid" | "not_checked" | "missing_header" | "bad_format" | "body_reserialised" | "signed_differently" | "wrong_secret" | "wrong_standard_headers" | "timestamp_too_old" | "timestamp_in_future";
            /** @description Seconds in which it may yet come. None, if left out. */
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
            /** @description Until the next moment for which the service waits. Never below 0, which is now. */
            nextInSeconds: number | null;
            isBusy: boolean;
        };
        TimeView: {
            /** @enum {string} */
            pace: "running" | "frozen";
            /** @description Null where time is frozen, and where every step happens at once. */
            speed: number | null;
            /** @description Story time since the simulator started. */
            elapsedSeconds: number;
            /** @description Steps of stories and held answers, to come or under way. */
            waiting: number;
            /** @description Story time until the next of them. */
            nextInSeconds: number | null;
            /** @description Null where none is linked. */
            service: null | components["schemas"]["ServiceClock"];
        };
        TimeReply: {
            time: components["schemas"]["TimeView"];
        };
        Passed: {
            passed: {
                seconds: number;
                /** @description How many times the time was moved on to the next thing due. */
                steps: number;
                /**
                 * @description `busy`: the service had something in hand for half a minute and did not finish it.
                 * @enum {string}
                 */
                stoppedBy: "idle" | "limit" | "busy";
            };
            time: components["schemas"]["TimeView"];
        };
        SessionView: {
            name: string;
            /** @description The control API as this session sees it, and before `/receivers/{name}` the address of its receivers. */
            url: string;
            vapiUrl: string;
            twilioUrl: string;
            seed: number;
            /** @description The last four digits of its numbers, in every block of `+1555` and of `+1556`. */
            numbers: {
                first: number;
                last: number;
            };
        };
        NewSession: {
            /** @description Made up where it is left out. */
            name?: string;
            /** @description The simulator's, where it is left out. */
            seed?: number;
            /** @description As `--speed`, which it is where it is left out. */
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
            /** @description Where its public API is. */
            url: string;
            operatorUrl: string | null;
            /** @description A key is there, so calls can be placed and hung up, and deliveries sent again. */
            canCall: boolean;
            /** @description The operator's token is there, so the clock can be moved and the attempts of a delivery read. */
            canOperate: boolean;
            /** @description The operator's token and a tenant are there, so texts can be sent. */
            canText: boolean;
        };
        LinkedServiceReply: {
            /** @description Null where none is linked. */
            service: components["schemas"]["LinkedService"] | null;
        };
        NewLinkedService: {
            /** @description Scheme, host and port of the public API. */
            url: string;
            /** @description A key of the tenant whose calls the console places, with all scopes. */
            apiKey?: string;
            /** @description Scheme, host and port of the operator API. */
            operatorUrl?: string;
            operatorToken?: string;
            /** @description The tenant that texts are sent for. */
            tenantId?: string;
        };
        /** @description As the service's own document describes it. */
        Relayed: {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description The body does not fit this document, or the programme has an item that is no answer. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"];
            };
        };
        /** @description No receiver has that name, or no session that of `X-Sim-Session`. */
        ReceiverNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ReceiverNotFoundError"];
            };
        };
        /** @description There is no such call, or it left no recording, or there is no such session. */
        RecordingNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RecordingNotFoundError"];
            };
        };
        /** @description Nobody has said where incoming texts go. */
        InboundUrlMissing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InboundUrlMissingError"];
            };
        };
        /** @description There are as many already as are kept, or the place is another's. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"];
            };
        };
        /** @description Time passes by itself. */
        NotFrozen: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFrozenError"];
            };
        };
        /** @description The linked service did not answer, or refused. */
        ServiceUnreachable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceUnreachableError"];
            };
        };
        /** @description No fault has that id, or no session that of `X-Sim-Session`. */
        FaultNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FaultNotFoundError"];
            };
        };
        /** @description The file has mistakes. */
        InvalidScenarios: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidScenariosError"];
            };
        };
        /** @description It did not happen; the message says what was seen nearest. */
        ExpectationFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ExpectationFailedError"];
            };
        };
        /** @description Something broke the contract. */
        ContractBroken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ContractBrokenError"];
            };
        };
        /** @description The name in `Host` is not one that the simulator answers to, on any path. */
        HostNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HostNotAllowedError"];
            };
        };
        /** @description A page of another origin asks, or the name in `Host` is not one that the simulator answers to. */
        NotSameOrigin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotSameOriginError"] | components["schemas"]["HostNotAllowedError"];
            };
        };
        /** @description The body is larger than 8 MiB, on any path. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeError"];
            };
        };
        /** @description A mistake of the simulator, which its output describes. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalErrorError"];
            };
        };
        /** @description No session has that name. */
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
        /** @description The service refused, with the status and the error that its own document describes. */
        ServiceRefusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Relayed"];
            };
        };
        /** @description The console has no service to ask, or not the API that this needs. */
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
        /** @description The linked service did not answer. */
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
         * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
         * @example checkout
         */
        Session: string;
        /**
         * @description The receiver's name.
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
    listFaults: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults, with how often each was met and has struck. */
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
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    createFault: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
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
            /** @description It may strike from now on. */
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
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    clearFaults: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteFault: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * @description The fault's id.
                 * @example fault-1
                 */
                faultId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["FaultNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readTls: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where, and with which certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TlsReply"];
                };
            };
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    presentCertificate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
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
            /** @description Where, and with which certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TlsReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    expectDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
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
            /** @description It came. */
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
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ExpectationFailed"];
            500: components["responses"]["InternalError"];
        };
    };
    expectNoDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
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
            /** @description None came. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ExpectationFailed"];
            500: components["responses"]["InternalError"];
        };
    };
    expectStates: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
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
                    /** @description The service's id of the call, or the provider's. */
                    call: string;
                    states: ("ringing" | "in-progress" | "ending" | "ended" | "reported")[];
                    within?: number;
                };
            };
        };
        responses: {
            /** @description So it was. */
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
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ExpectationFailed"];
            500: components["responses"]["InternalError"];
        };
    };
    readVerification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing broke it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was held against the documents. */
                        checked: number;
                        breaches: unknown[];
                    };
                };
            };
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ContractBroken"];
            500: components["responses"]["InternalError"];
        };
    };
    readTime: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeReply"];
                };
            };
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ServiceUnreachable"];
        };
    };
    freezeTime: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Frozen. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeReply"];
                };
            };
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ServiceUnreachable"];
        };
    };
    runTime: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
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
            /** @description It runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ServiceUnreachable"];
        };
    };
    advanceTime: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
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
            /** @description How far it came. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passed"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["NotFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ServiceUnreachable"];
        };
    };
    runUntilIdle: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
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
                     * @description Two days, unless said otherwise. A call that never ends and an endpoint that is switched off wait for ever.
                     * @default 172800
                     */
                    maxSeconds?: number;
                };
            };
        };
        responses: {
            /** @description How far it came, and why it stopped. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passed"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ServiceUnreachable"];
        };
    };
    linkService: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
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
                    /** @description Scheme, host and port. */
                    operatorUrl: string;
                    operatorToken: string;
                };
            };
        };
        responses: {
            /** @description Linked; its clock was read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ServiceUnreachable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
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
            403: components["responses"]["HostNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
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
            /** @description It is open. */
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
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    closeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The session's name.
                 * @example checkout
                 */
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is closed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            403: components["responses"]["HostNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    listScenarios: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenarios. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenarios"];
                };
            };
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    addScenarios: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
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
            /** @description They can be dialled. */
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
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    listCalls: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calls. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calls"];
                };
            };
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readRecording: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * @description The provider's id of the call, and `.wav`.
                 * @example 3d6d9a41-0d8f-4b53-8a4e-51b6c3a1f0e2.wav
                 */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recording. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": unknown;
                };
            };
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["RecordingNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    listTexts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The texts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Texts"];
                };
            };
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    receiveText: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
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
            /** @description It was sent; `answered` is what the service answered. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundText"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["InboundUrlMissing"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    setInboundUrl: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
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
            /** @description The address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundUrl"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    listReceivers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receivers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverList"];
                };
            };
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    createReceiver: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
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
            /** @description The receiver. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readReceiver: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * @description The receiver's name.
                 * @example crm
                 */
                name: components["parameters"]["ReceiverName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receiver. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverReply"];
                };
            };
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["ReceiverNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    setProgramme: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * @description The receiver's name.
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
            /** @description The receiver. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["ReceiverNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only the attempts of this `X-Webhook-Delivery-Id`.
                 * @example 019b8399-6188-7c3e-9d5a-4b8f0e2a7c61
                 */
                deliveryId?: string;
            };
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * @description The receiver's name.
                 * @example crm
                 */
                name: components["parameters"]["ReceiverName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deliveries"];
                };
            };
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["ReceiverNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readLedger: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The count. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ledger"];
                };
            };
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    listTimeline: {
        parameters: {
            query?: {
                /**
                 * @description Only entries of this call.
                 * @example call_01kdvzjtc9fyhs3w8t2m5q7r4b
                 */
                callId?: string;
                /**
                 * @description Only entries of this text.
                 * @example msg_01kdvzq8m3e5a7c9x1t4v6b2nd
                 */
                messageId?: string;
                /**
                 * @description Only entries of this delivery.
                 * @example 019b8399-6188-7c3e-9d5a-4b8f0e2a7c61
                 */
                deliveryId?: string;
                /**
                 * @description Only entries after this `seq`.
                 * @example 1
                 */
                after?: number;
                /**
                 * @description `ndjson` for one entry a line.
                 * @example ndjson
                 */
                format?: "json" | "ndjson";
            };
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timeline"];
                    "application/x-ndjson": string;
                };
            };
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    streamTimeline: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
                /**
                 * @description The `seq` of the last entry that was seen.
                 * @example 1
                 */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    resetSimulator: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    exportHar: {
        parameters: {
            query?: {
                /** @description `ndjson`: the entries alone, one a line. */
                format?: "ndjson";
            };
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
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
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    exportRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
                 * @example checkout
                 */
                "X-Sim-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunView"];
                };
            };
            403: components["responses"]["HostNotAllowed"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    playRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session that is asked; `/sessions/{name}` before the path says the same. Without either, the first.
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
            /** @description It is set up, and plays as time passes. */
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
            403: components["responses"]["NotSameOrigin"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readConsole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: components["responses"]["HostNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readConsoleFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Its name.
                 * @example console.js
                 */
                file: "console.js" | "console.css" | "icon.svg";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
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
            403: components["responses"]["HostNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readLinkedService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedServiceReply"];
                };
            };
            403: components["responses"]["NotSameOrigin"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
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
            /** @description The link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedServiceReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["NotSameOrigin"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    relayListAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
    relayListPhoneNumbers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
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
            /** @description What the service answered. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
    relayReadCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Its id at the service.
                 * @example call_01kaezr6mvfy3bq0n4v7p5w2cd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
    relayEndCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Its id at the service.
                 * @example call_01kaezr6mvfy3bq0n4v7p5w2cd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
    relayReadDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Its id at the service.
                 * @example 019b83f0-7c40-8a31-9c2e-5d3f1b7a9e04
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
    relayRetryDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Its id at the service.
                 * @example 019b83f0-7c40-8a31-9c2e-5d3f1b7a9e04
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
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
            /** @description What the service answered. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
    relayReadClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
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
            /** @description What the service answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relayed"];
                };
            };
            403: components["responses"]["NotSameOrigin"];
            409: components["responses"]["ServiceNotLinked"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["LinkedServiceUnreachable"];
            default: components["responses"]["ServiceRefusal"];
        };
    };
}
