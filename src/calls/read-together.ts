import type { Database } from '../db/database.ts';
import { groupCommit } from '../db/group-commit.ts';
import { findShownCalls, type ReadCall, type WantedCallId } from './calls.ts';

/** Reads a call as `GET /calls/{id}` shows it; undefined where the tenant has none by that id. */
export type ReadCallTogether = (wanted: WantedCallId) => Promise<ReadCall | undefined>;

/** One statement for all who read at the time. */
export const createReadCallTogether = ({ reading }: Pick<Database, 'reading'>): ReadCallTogether =>
  groupCommit((wanted: readonly WantedCallId[]) => reading(({ engine }) => findShownCalls(engine, wanted)));
