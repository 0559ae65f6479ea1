import { createLog } from '../../../src/process/log.ts';
import { startEmbeddedPostgres } from '../../../tools/embedded/postgres.ts';

/** A service that starts on the folder it is given, says where its database is, and waits to be killed, or for its test's end. */
const postgres = await startEmbeddedPostgres({ dataFolder: process.argv[2] ?? '', log: createLog('silent') });
console.log(postgres.url);
process.stdin.resume().once('end', () => process.exit());
