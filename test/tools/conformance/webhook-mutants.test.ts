import { mutantTests } from './mutant-tests.ts';
import { mutantsOnTheWay, webhookMutants } from './mutants/webhooks.ts';
import { judgeWebhookMutant } from './run.ts';

mutantTests(webhookMutants, { of: mutantsOnTheWay, run: (deployment, only) => judgeWebhookMutant(deployment, {}, only) });
