/** Made by `npm run generate` from the documents. Edit those. */

export interface webhooks {
    "endpoint.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header: {
                    "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                    "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                    "X-Webhook-Delivery-Id": components["parameters"]["WebhookDeliveryId"];
                    "User-Agent": components["parameters"]["WebhookUserAgent"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EndpointNotice"];
                };
            };
            responses: {
                "2XX": components["responses"]["NoticeReceived"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint.recovered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header: {
                    "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                    "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                    "X-Webhook-Delivery-Id": components["parameters"]["WebhookDeliveryId"];
                    "User-Agent": components["parameters"]["WebhookUserAgent"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EndpointNotice"];
                };
            };
            responses: {
                "2XX": components["responses"]["NoticeReceived"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        TenantName: string;
        Billing: "pay_as_you_go" | "invoice";
        TenantLimits: {
            writesPerMinute: number;
            readsPerMinute: number;
            concurrentCalls: number;
            callEventsPerMinute: number;
            textEventsPerMinute: number;
        };
        Retention: {
            calls: number | null;
            transcripts: number | null;
            recordings: number | null;
        };
        TenantView: {
            id: string;
            name: string;
            publicApiEnabled: boolean;
            frozenAt: string | null;
            deletingSince: string | null;
            billing: components["schemas"]["Billing"];
            limits: components["schemas"]["TenantLimits"];
            retentionDays: components["schemas"]["Retention"];
            createdAt: string;
            updatedAt: string;
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
        InvalidOperatorTokenError: {
            error: {
                code: "invalid_operator_token";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        RateLimitedError: {
            error: {
                code: "rate_limited";
                message: components["schemas"]["ErrorMessage"];
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
        Limit: number;
        LimitsChange: {
            writesPerMinute?: components["schemas"]["Limit"];
            readsPerMinute?: components["schemas"]["Limit"];
            concurrentCalls?: components["schemas"]["Limit"];
            callEventsPerMinute?: components["schemas"]["Limit"];
            textEventsPerMinute?: components["schemas"]["Limit"];
        };
        RetentionChange: {
            calls?: number | null;
            transcripts?: number | null;
            recordings?: number | null;
        };
        NewTenant: {
            name: components["schemas"]["TenantName"];
            publicApiEnabled?: boolean;
            billing?: components["schemas"]["Billing"];
            limits?: components["schemas"]["LimitsChange"];
            retentionDays?: components["schemas"]["RetentionChange"];
        };
        TenantReply: {
            tenant: components["schemas"]["TenantView"];
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
        UnsupportedMediaTypeError: {
            error: {
                code: "unsupported_media_type";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        TenantNotFoundError: {
            error: {
                code: "tenant_not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        TenantFrozenError: {
            error: {
                code: "tenant_frozen";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        TenantChange: {
            name?: components["schemas"]["TenantName"];
            publicApiEnabled?: boolean;
            billing?: components["schemas"]["Billing"];
            limits?: components["schemas"]["LimitsChange"];
            retentionDays?: components["schemas"]["RetentionChange"];
        };
        Scope: "calls:place" | "calls:read" | "read" | "write" | "webhooks";
        KeyView: {
            id: string;
            name: string;
            scopes: components["schemas"]["Scope"][];
            cell: string;
            expiresAt: string | null;
            revokedAt: string | null;
            createdAt: string;
        };
        ApiKeyNotFoundError: {
            error: {
                code: "api_key_not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        ProviderSettings: {
            [key: string]: unknown;
        };
        AgentView: {
            id: string;
            name: string;
            systemPrompt: string;
            voice: components["schemas"]["ProviderSettings"];
            model: components["schemas"]["ProviderSettings"];
            providerAgentId: string | null;
            isActive: boolean;
            isDefault: boolean;
            activeOutcomes: string[];
            qualifyingOutcomes: string[];
            extractionSchema: {
                [key: string]: unknown;
            } | null;
            createdAt: string;
            updatedAt: string;
        };
        AgentName: string;
        SystemPrompt: string;
        ProviderAgentId: string | null;
        Outcomes: string[];
        ExtractionSchemaInput: unknown;
        NewAgent: {
            name: components["schemas"]["AgentName"];
            systemPrompt: components["schemas"]["SystemPrompt"];
            voice?: components["schemas"]["ProviderSettings"];
            model?: components["schemas"]["ProviderSettings"];
            providerAgentId?: components["schemas"]["ProviderAgentId"];
            isActive?: boolean;
            isDefault?: boolean;
            activeOutcomes?: components["schemas"]["Outcomes"];
            qualifyingOutcomes?: components["schemas"]["Outcomes"];
            extractionSchema?: components["schemas"]["ExtractionSchemaInput"];
        };
        AgentReply: {
            agent: components["schemas"]["AgentView"];
        };
        InvalidExtractionSchemaError: {
            error: {
                code: "invalid_extraction_schema";
                message: components["schemas"]["ErrorMessage"];
                details: {
                    path: string;
                    errors: {
                        path: string;
                        message: string;
                    }[];
                };
            };
        };
        AgentChange: {
            name?: components["schemas"]["AgentName"];
            systemPrompt?: components["schemas"]["SystemPrompt"];
            voice?: components["schemas"]["ProviderSettings"];
            model?: components["schemas"]["ProviderSettings"];
            providerAgentId?: components["schemas"]["ProviderAgentId"];
            isActive?: boolean;
            isDefault?: boolean;
            activeOutcomes?: components["schemas"]["Outcomes"];
            qualifyingOutcomes?: components["schemas"]["Outcomes"];
            extractionSchema?: components["schemas"]["ExtractionSchemaInput"];
        };
        AgentNotFoundError: {
            error: {
                code: "agent_not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        phoneNumber: string;
        fromPhoneNumberId: string;
        variables: {
            [key: string]: unknown;
        };
        metadata: {
            [key: string]: unknown;
        };
        IdempotencyKey: string;
        knownConsent: boolean;
        consentRecordId: string;
        NewTestCall: {
            phoneNumber: components["schemas"]["phoneNumber"];
            fromPhoneNumberId?: components["schemas"]["fromPhoneNumberId"];
            variables?: components["schemas"]["variables"];
            metadata?: components["schemas"]["metadata"];
            idempotencyKey?: components["schemas"]["IdempotencyKey"];
            knownConsent?: components["schemas"]["knownConsent"];
            consentRecordId?: components["schemas"]["consentRecordId"];
        };
        CallStatus: "queued" | "ringing" | "in-progress" | "completed" | "no_answer" | "busy" | "failed" | "canceled";
        CallFields: {
            id: string;
            status: components["schemas"]["CallStatus"];
            agentId: string;
            phoneNumber: string;
            fromPhoneNumber: string;
            direction: "ai_outbound";
            outcome: "INTERESTED" | "NOT_INTERESTED" | "CALLBACK" | "DNC" | "NO_ANSWER" | "BUSY" | "VOICEMAIL" | "WRONG_NUMBER" | "NOT_OWNER" | "FAILED" | "CANCELED" | (string & {}) | null;
            endedReason: string | null;
            durationSeconds: number | null;
            startedAt: string | null;
            endedAt: string | null;
            createdAt: string;
            transcript: string | null;
            extraction: {
                [key: string]: unknown;
            } | null;
            extractionError: string | null;
            variables: {
                [key: string]: unknown;
            };
            metadata: {
                [key: string]: unknown;
            };
            knownConsent: boolean;
            consentRecordId: string | null;
        };
        PlacedCall: components["schemas"]["CallFields"];
        PlacedCallReply: {
            call: components["schemas"]["PlacedCall"];
        };
        InvalidPhoneNumberError: {
            error: {
                code: "invalid_phone_number";
                message: components["schemas"]["ErrorMessage"];
                details: {
                    phoneNumber: string;
                };
            };
        };
        MissingVariablesError: {
            error: {
                code: "missing_variables";
                message: components["schemas"]["ErrorMessage"];
                details: {
                    missing: string[];
                };
            };
        };
        InsufficientBalanceError: {
            error: {
                code: "insufficient_balance";
                message: components["schemas"]["ErrorMessage"];
                details: {
                    balance: number;
                    required: number;
                };
            };
        };
        PhoneNumberNotFoundError: {
            error: {
                code: "phone_number_not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        IdempotencyConflictError: {
            error: {
                code: "idempotency_conflict";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        ConcurrentLimitExceededError: {
            error: {
                code: "concurrent_limit_exceeded";
                message: components["schemas"]["ErrorMessage"];
                details: {
                    limit: number;
                    active: number;
                    unknownFate: number;
                };
            };
        };
        PlacementFailedError: {
            error: {
                code: "placement_failed";
                message: components["schemas"]["ErrorMessage"];
                details: {
                    fate: "not_dialled" | "unknown";
                    callId?: string;
                    retryAfterSeconds?: number;
                };
            };
        };
        IdempotencyInProgressError: {
            error: {
                code: "idempotency_in_progress";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        PhoneNumberView: {
            id: string;
            phoneNumber: string;
            providerNumberId: string;
            health: number;
            isActive: boolean;
            createdAt: string;
        };
        Health: number;
        PhoneNumberReply: {
            phoneNumber: components["schemas"]["PhoneNumberView"];
        };
        ConflictError: {
            error: {
                code: "conflict";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        MessageView: {
            id: string;
            direction: "outbound" | "inbound";
            status: "queued" | "unknown" | "sent" | "delivered" | "failed" | "refused" | "received";
            phone: string;
            ourPhone: string;
            body: string;
            contactId: string | null;
            campaign: {
                id: string;
                name: string;
            } | null;
            errorCode: string | null;
            reason: string | null;
            createdAt: string;
            sentAt: string | null;
            finishedAt: string | null;
        };
        NewText: {
            to: string;
            body: string;
            fromPhoneNumberId?: string;
            contactId?: string | null;
            campaign?: {
                id: string;
                name: string;
            } | null;
            dedupeKey?: string;
        };
        MessageReply: {
            message: components["schemas"]["MessageView"];
        };
        ContactNotFoundError: {
            error: {
                code: "contact_not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        OptedOutError: {
            error: {
                code: "opted_out";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        TextsNotSetUpError: {
            error: {
                code: "texts_not_set_up";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        TextNotSentError: {
            error: {
                code: "text_not_sent";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        MessageNotFoundError: {
            error: {
                code: "message_not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        WalletView: {
            balanceMicros: number;
        };
        LedgerEntry: {
            id: string;
            kind: "credit" | "hold" | "release" | "settlement";
            amountMicros: number;
            balanceAfterMicros: number;
            callId: string | null;
            note: string | null;
            dedupeKey: string | null;
            createdAt: string;
        };
        ContactView: {
            id: string;
            phone: string;
            name: string;
            email: string;
            address: string;
            city: string;
            state: string;
            zip: string;
            propertyId: string;
            customFields: {
                [key: string]: string;
            };
            createdAt: string;
            updatedAt: string;
        };
        ContactText: string;
        ContactInput: {
            phone: string;
            name?: components["schemas"]["ContactText"];
            email?: components["schemas"]["ContactText"];
            address?: components["schemas"]["ContactText"];
            city?: components["schemas"]["ContactText"];
            state?: components["schemas"]["ContactText"];
            zip?: components["schemas"]["ContactText"];
            propertyId?: string;
            customFields?: {
                [key: string]: string;
            };
        };
        ContactReply: {
            contact: components["schemas"]["ContactView"];
        };
        ErasedCount: number;
        ErasureView: {
            id: string;
            state: "running" | "done";
            calls: components["schemas"]["ErasedCount"];
            recordings: components["schemas"]["ErasedCount"];
            texts: components["schemas"]["ErasedCount"];
            contacts: components["schemas"]["ErasedCount"];
            events: components["schemas"]["ErasedCount"];
            deliveries: components["schemas"]["ErasedCount"];
            requestedAt: string;
            finishedAt: string | null;
        };
        ErasureReply: {
            erasure: components["schemas"]["ErasureView"];
        };
        ErasureNotFoundError: {
            error: {
                code: "erasure_not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        EventInput: {
            eventType: "sms.received" | "sms.delivered" | "sms.failed" | "lead.qualified";
            dedupeKey: string;
            data: {
                [key: string]: unknown;
            };
            occurredAt?: string;
        };
        PublishedEvent: {
            dedupeKey: string;
            eventId: string;
            duplicate: boolean;
            deliveries: number;
        };
        id: string;
        outcome: "INTERESTED" | "NOT_INTERESTED" | "CALLBACK" | "DNC" | "NO_ANSWER" | "BUSY" | "VOICEMAIL" | "WRONG_NUMBER" | "NOT_OWNER" | "FAILED" | "CANCELED" | (string & {}) | null;
        endedReason: string | null;
        "phoneNumber-2": string;
        fromPhoneNumber: string;
        agentId: string;
        durationSeconds: number | null;
        createdAt: string;
        CallSummary: {
            id: components["schemas"]["id"];
            status: components["schemas"]["CallStatus"];
            outcome: components["schemas"]["outcome"];
            endedReason: components["schemas"]["endedReason"];
            phoneNumber: components["schemas"]["phoneNumber-2"];
            fromPhoneNumber: components["schemas"]["fromPhoneNumber"];
            agentId: components["schemas"]["agentId"];
            durationSeconds: components["schemas"]["durationSeconds"];
            createdAt: components["schemas"]["createdAt"];
        };
        Call: {
            recordingUrl: string | null;
        } & components["schemas"]["CallFields"];
        EventType: "call.completed" | "sms.received" | "sms.delivered" | "sms.failed" | "lead.qualified";
        DeliveryView: {
            id: string;
            tenantId: string;
            eventId: string;
            eventType: components["schemas"]["EventType"];
            status: "pending" | "retrying" | "success" | "failed";
            attempts: number;
            responseStatus: number | null;
            errorMessage: string | null;
            nextRetryAt: string | null;
            lastAttemptAt: string | null;
            finishedAt: string | null;
            createdAt: string;
            endpoint: {
                id: string;
                name: string;
                url: string;
            };
            trigger: {
                id: string;
                name: string;
            };
        };
        CallNotFoundError: {
            error: {
                code: "call_not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        DialerCallStatus: "completed" | "no_answer" | "busy" | "failed" | "canceled";
        DialerCampaign: {
            id: string;
            name: string;
        } | null;
        DialerCallback: {
            requestedAt: string | null;
            note: string | null;
        } | null;
        DialerCallInput: {
            dedupeKey: string;
            agentId?: string | null;
            phoneNumber: string;
            fromPhoneNumber: string;
            status: components["schemas"]["DialerCallStatus"];
            outcome: string | null;
            notes?: string | null;
            durationSeconds: number | null;
            startedAt: string;
            endedAt: string;
            transcript?: string | null;
            campaign?: components["schemas"]["DialerCampaign"];
            callback?: components["schemas"]["DialerCallback"];
            extraction?: {
                [key: string]: unknown;
            } | null;
            extractionError?: string | null;
        };
        DialerCall: {
            id: string;
            dedupeKey: string;
            agentId: string | null;
            phoneNumber: string;
            fromPhoneNumber: string;
            direction: "dialer_outbound";
            status: components["schemas"]["DialerCallStatus"];
            outcome: string | null;
            notes: string | null;
            durationSeconds: number | null;
            startedAt: string;
            endedAt: string;
            createdAt: string;
            transcript: string | null;
            campaign: components["schemas"]["DialerCampaign"];
            callback: components["schemas"]["DialerCallback"];
            extraction: {
                [key: string]: unknown;
            } | null;
            extractionError: string | null;
        };
        EndpointView: {
            id: string;
            name: string;
            url: string;
            method: "POST" | "PUT";
            headers: {
                [key: string]: string;
            };
            signingSecret: string;
            isActive: boolean;
            standardWebhooks: boolean;
            createdAt: string;
        };
        EndpointReply: {
            endpoint: components["schemas"]["EndpointView"];
        };
        WebhookNotFoundError: {
            error: {
                code: "webhook_not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        TriggerView: {
            id: string;
            name: string;
            eventType: components["schemas"]["EventType"];
            webhookEndpointId: string;
            conditions: {
                outcome?: string[];
            };
            isActive: boolean;
            webhookEndpoint: {
                id: string;
                name: string;
                url: string;
            };
        };
        TriggerNotFoundError: {
            error: {
                code: "trigger_not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        ReplayView: {
            id: string;
            webhookEndpointId: string;
            since: string;
            state: "running" | "done" | "canceled";
            total: number;
            replayed: number;
            skipped: number;
            remaining: number;
            createdAt: string;
            finishedAt: string | null;
        };
        ReplayReply: {
            replay: components["schemas"]["ReplayView"];
        };
        ReplayNotFoundError: {
            error: {
                code: "replay_not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        DeliveryAttempt: {
            n: number;
            startedAt: string;
            durationMs: number;
            status: number | null;
            errorClass: string | null;
            responseHead: string | null;
        };
        DeliveryNotFoundError: {
            error: {
                code: "delivery_not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        StatsView: {
            at: string;
            deliveries: {
                due: number;
                underWay: number;
                scheduled: number;
                oldestDueSeconds: number;
            };
            calls: {
                queued: number;
                ringing: number;
                inProgress: number;
                awaitingAnalysis: number;
                oldestSilentSeconds: number;
                endedByReconciler: number;
            };
            textsAwaitingReport: number;
            recordingsDue: number;
            replaysRunning: number;
            endpointsInTrouble: number;
            callbacks: {
                provider: string;
                accepted: number;
                refused: number;
                refusals: {
                    reason: string;
                    count: number;
                }[];
            }[];
            providerDrift: {
                provider: string;
                kind: "type" | "key" | "ended_reason";
                name: string;
                count: number;
            }[];
            placements: {
                placed: number;
                notDialled: number;
                unknown: number;
            };
            objective: {
                attemptsBegun: number;
                attemptsLate: number;
                errorBudgetUsed: number;
            };
            poolWaits: {
                pool: string;
                waits: number;
                long: number;
                totalSeconds: number;
            }[];
            chores: {
                chore: string;
                turns: number;
                failed: number;
                sinceSuccessSeconds: number;
            }[];
            voiceBreaker: "closed" | "open";
            pacing: "redis" | "memory" | "degraded";
        };
        TenantStats: {
            tenant: {
                id: string;
                name: string;
            };
            calls: {
                live: number;
                oldestSilentSeconds: number;
                endedByReconciler: number;
            };
            deliveries: {
                due: number;
                scheduled: number;
                oldestDueSeconds: number;
            };
            failingEndpoints: number;
        };
        HalfHour: {
            from: string;
            success: number;
            failed: number;
            open: number;
        };
        MeasureSeries: {
            lagSeconds: number[];
            due: number[];
            scheduled: number[];
            liveCalls: number[];
            callsPlaced: number[];
            callsNotPlaced: number[];
            callbacksRefused: number[];
            breakerOpen: number[];
            attemptsAccepted: number[];
            attemptsFailed: number[];
            attemptsBegun: number[];
            attemptsLate: number[];
            choresFailed: number[];
        };
        EndpointInTrouble: {
            tenant: {
                id: string;
                name: string;
            };
            endpoint: {
                id: string;
                name: string;
                url: string;
                isActive: boolean;
            };
            retrying: number;
            failed: number;
            failingSince: string;
            lastAttemptAt: string | null;
            lastError: string | null;
        };
        DailySummary: {
            day: string;
            tenants: number;
            calls: {
                placed: number;
                completed: number;
                noAnswer: number;
                busy: number;
                failed: number;
                canceled: number;
                underWay: number;
            };
            texts: {
                sent: number;
                received: number;
                failed: number;
            };
            deliveries: {
                made: number;
                success: number;
                failed: number;
                waiting: number;
            };
            endpointsInTrouble: number;
        };
        Restore: {
            id: string;
            lostFrom: string;
            lostUntil: string;
            cause: "timeline" | "system" | "operator";
        };
        CallAdoption: {
            known: number;
            foreign: number;
            calls: {
                callId: string;
                tenantId: string;
                fate: "adopted" | "hung_up" | "not_hung_up" | "over";
            }[];
        };
        ProviderUnreachableError: {
            error: {
                code: "provider_unreachable";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        AuditEntryView: {
            id: string;
            at: string;
            operation: string;
            ids: {
                [key: string]: string;
            };
            result: string | null;
            requestId: string | null;
            address: string;
        };
        ClockReply: {
            clock: {
                now: string;
                realNow: string;
                offsetSeconds: number;
                nextDueAt: string | null;
                isBusy: boolean;
            };
        };
        WebhookSignature: string;
        WebhookTimestamp: string;
        WebhookDeliveryId: string;
        EndpointNotice: {
            event: "endpoint.failing" | "endpoint.recovered";
            timestamp: string;
            data: {
                tenant: {
                    id: string;
                    name: string;
                };
                endpoint: {
                    id: string;
                    name: string;
                    url: string;
                };
                failures: 5 | 20 | 100;
                failingSince: string;
                lastError: string | null;
            };
        };
    };
    responses: {
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"];
            };
        };
        InvalidOperatorToken: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidOperatorTokenError"];
            };
        };
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitedError"];
            };
        };
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalError"];
            };
        };
        Overloaded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OverloadedError"];
            };
        };
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeError"];
            };
        };
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeError"];
            };
        };
        UnknownQuery: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"];
            };
        };
        TenantNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"];
            };
        };
        TenantFrozen: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantFrozenError"];
            };
        };
        TenantOrApiKeyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["ApiKeyNotFoundError"];
            };
        };
        InvalidExtractionSchema: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidExtractionSchemaError"];
            };
        };
        TenantOrAgentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["AgentNotFoundError"];
            };
        };
        InvalidPhoneNumber: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidPhoneNumberError"];
            };
        };
        NumberRefused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"] | components["schemas"]["TenantFrozenError"];
            };
        };
        TenantOrPhoneNumberNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["PhoneNumberNotFoundError"];
            };
        };
        TenantContactOrPhoneNumberNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["ContactNotFoundError"] | components["schemas"]["PhoneNumberNotFoundError"];
            };
        };
        TextRefused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OptedOutError"] | components["schemas"]["TextsNotSetUpError"] | components["schemas"]["ConflictError"] | components["schemas"]["TenantFrozenError"];
            };
        };
        TextNotSent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TextNotSentError"] | components["schemas"]["InternalError"];
            };
        };
        TenantOrMessageNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["MessageNotFoundError"];
            };
        };
        CreditConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"] | components["schemas"]["TenantFrozenError"];
            };
        };
        TenantOrContactNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["ContactNotFoundError"];
            };
        };
        InvalidEvents: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"];
            };
        };
        BatchTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeError"];
            };
        };
        CallNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CallNotFoundError"];
            };
        };
        TenantOrWebhookNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["WebhookNotFoundError"];
            };
        };
        TenantOrTriggerNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["TriggerNotFoundError"];
            };
        };
        ReplayConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"] | components["schemas"]["TenantFrozenError"];
            };
        };
        ReplayNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["WebhookNotFoundError"] | components["schemas"]["ReplayNotFoundError"];
            };
        };
        DeliveryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeliveryNotFoundError"];
            };
        };
        ProviderUnreachable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ProviderUnreachableError"] | components["schemas"]["InternalError"];
            };
        };
        NotASandbox: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"];
            };
        };
        NoticeReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        TenantId: string;
        WebhookEndpointId: string;
        ReplayId: string;
        WebhookSignature: components["schemas"]["WebhookSignature"];
        WebhookTimestamp: components["schemas"]["WebhookTimestamp"];
        WebhookDeliveryId: components["schemas"]["WebhookDeliveryId"];
        WebhookUserAgent: "Ringpost-Webhooks/1.0";
    };
    requestBodies: never;
    headers: {
        "X-Request-Id": string;
        "WWW-Authenticate": "Bearer";
        "Retry-After": number;
        "Idempotency-Replayed": "true";
        OptionalRetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listTenants: {
        parameters: {
            query?: {
                name?: components["schemas"]["TenantName"];
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenants: components["schemas"]["TenantView"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createTenant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTenant"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    readTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    deleteTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["KeyView"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    scopes: components["schemas"]["Scope"][];
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: components["schemas"]["KeyView"];
                        apiKey: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
                apiKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrApiKeyNotFound"];
            409: components["responses"]["TenantFrozen"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createPortalLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    scopes: components["schemas"]["Scope"][];
                    expiresInSeconds?: number;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        portalLink: {
                            id: string;
                            scopes: components["schemas"]["Scope"][];
                            expiresAt: string;
                        };
                        url: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listTenantAgents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        agents: components["schemas"]["AgentView"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAgent"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentReply"];
                };
            };
            400: components["responses"]["InvalidExtractionSchema"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentReply"];
                };
            };
            400: components["responses"]["InvalidExtractionSchema"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrAgentNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    placeTestCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTestCall"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedCallReply"];
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidPhoneNumberError"] | components["schemas"]["MissingVariablesError"];
                };
            };
            401: components["responses"]["InvalidOperatorToken"];
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientBalanceError"];
                };
            };
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["AgentNotFoundError"] | components["schemas"]["PhoneNumberNotFoundError"];
                };
            };
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyConflictError"] | components["schemas"]["TenantFrozenError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["OptionalRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConcurrentLimitExceededError"] | components["schemas"]["RateLimitedError"];
                };
            };
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacementFailedError"] | components["schemas"]["InternalError"];
                };
            };
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyInProgressError"] | components["schemas"]["OverloadedError"];
                };
            };
        };
    };
    listPhoneNumbers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        phoneNumbers: components["schemas"]["PhoneNumberView"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createPhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    phoneNumber: string;
                    providerNumberId: string;
                    health?: components["schemas"]["Health"];
                    isActive?: boolean;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneNumberReply"];
                };
            };
            400: components["responses"]["InvalidPhoneNumber"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["NumberRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    updatePhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
                phoneNumberId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    providerNumberId?: string;
                    health?: components["schemas"]["Health"];
                    isActive?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneNumberReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrPhoneNumberNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listTexts: {
        parameters: {
            query?: {
                phone?: string;
                before?: string;
                limit?: number;
            };
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messages: components["schemas"]["MessageView"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    sendText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewText"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageReply"];
                };
            };
            400: components["responses"]["InvalidPhoneNumber"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantContactOrPhoneNumberNotFound"];
            409: components["responses"]["TextRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["TextNotSent"];
            503: components["responses"]["Overloaded"];
        };
    };
    readText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrMessageNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    readWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        wallet: components["schemas"]["WalletView"];
                        ledger: components["schemas"]["LedgerEntry"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    creditWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amountMicros: number;
                    note?: string | null;
                    dedupeKey?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        wallet: components["schemas"]["WalletView"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["CreditConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listContacts: {
        parameters: {
            query?: {
                phone?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contacts: components["schemas"]["ContactView"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    upsertContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactReply"];
                };
            };
            400: components["responses"]["InvalidPhoneNumber"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    readContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
                contactId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrContactNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listErasures: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        erasures: components["schemas"]["ErasureView"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    phoneNumber: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureReply"];
                };
            };
            400: components["responses"]["InvalidPhoneNumber"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    readErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
                erasureId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["ErasureNotFoundError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    publishEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    events: components["schemas"]["EventInput"][];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["PublishedEvent"][];
                    };
                };
            };
            400: components["responses"]["InvalidEvents"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["BatchTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    searchCalls: {
        parameters: {
            query?: {
                tenantId?: string;
                status?: components["schemas"]["CallStatus"];
                outcome?: string;
                since?: string;
                until?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        calls: {
                            call: components["schemas"]["CallSummary"];
                            tenantId: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    readAnyCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        call: components["schemas"]["Call"];
                        tenantId: string;
                        recordingPath: string | null;
                        ledger: components["schemas"]["LedgerEntry"][];
                        deliveries: components["schemas"]["DeliveryView"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["CallNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    recordDialerCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DialerCallInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        call: components["schemas"]["DialerCall"];
                    };
                };
            };
            400: components["responses"]["InvalidPhoneNumber"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrAgentNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listTenantWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        endpoints: components["schemas"]["EndpointView"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    isActive?: boolean;
                    standardWebhooks?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrWebhookNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    rotateSigningSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrWebhookNotFound"];
            409: components["responses"]["TenantFrozen"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listTenantTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        triggers: components["schemas"]["TriggerView"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
                triggerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    isActive: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        trigger: components["schemas"]["TriggerView"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrTriggerNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    since: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrWebhookNotFound"];
            409: components["responses"]["ReplayConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    previewReplay: {
        parameters: {
            query: {
                since: string;
            };
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        preview: {
                            since: string;
                            until: string;
                            total: number;
                            running: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrWebhookNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    readReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
                replayId: components["parameters"]["ReplayId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["ReplayNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    cancelReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: components["parameters"]["TenantId"];
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
                replayId: components["parameters"]["ReplayId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["ReplayNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    searchDeliveries: {
        parameters: {
            query?: {
                tenantId?: string;
                endpointId?: string;
                status?: "pending" | "retrying" | "success" | "failed";
                eventType?: components["schemas"]["EventType"];
                since?: string;
                until?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["DeliveryView"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    readDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["DeliveryView"];
                        attempts: components["schemas"]["DeliveryAttempt"][];
                        payload: string;
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["DeliveryNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["DeliveryView"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["DeliveryNotFound"];
            409: components["responses"]["TenantFrozen"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    readStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stats: components["schemas"]["StatsView"];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listTenantStats: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenants: components["schemas"]["TenantStats"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    readDeliveryHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        halfHours: components["schemas"]["HalfHour"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    readMeasures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        at: string[];
                        series: components["schemas"]["MeasureSeries"];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listEndpointsInTrouble: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        endpoints: components["schemas"]["EndpointInTrouble"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listDailySummaries: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        summaries: components["schemas"]["DailySummary"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listRestores: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        restores: components["schemas"]["Restore"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    markRestored: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    lostFrom: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        restore: components["schemas"]["Restore"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    adoptCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    since: string;
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallAdoption"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ProviderUnreachable"];
            503: components["responses"]["Overloaded"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                tenantId?: string;
                operation?: string;
                since?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["AuditEntryView"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    readClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            409: components["responses"]["NotASandbox"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
}
