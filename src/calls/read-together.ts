import type { Database } from '../db/database.ts';
import { groupCommit } from '../db/group-commit.ts';
import { findShownCalls, type ReadCall, type WantedCallId } from './calls.ts';

/** Reads a call as `GET /calls/{id}` shows it. Undefined where the tenant has no call with that id. */
export type ReadCallTogether = (wanted: WantedCallId) => Promise<ReadCall | undefined>;

/** Shares one statement among all reads of the same time. */
export const createReadCallTogether = ({ reading }: Pick<Database, 'reading'>): ReadCallTogether =>
  groupCommit((wanted: readonly WantedCallId[]) => reading(({ engine }) => findShownCalls(engine, wanted)));
