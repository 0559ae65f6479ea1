import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReplyError } from 'ioredis';
import { isFromReplica, keyTroubleOf } from '../../src/pacing/key-trouble.ts';

/** Texts of Redis 7, and of Redis 6, which puts words of its own before what a script met. */
const before7 = 'ERR Error running script (call to f_3f1a): @user_script:12: @user_script: 12: -';
const full = "OOM command not allowed when used memory > 'maxmemory'.";
const replica = "READONLY You can't write against a read only replica.";

test('a full Redis and a refused script are a matter of the key, anything else of the connection', () => {
  const troubles: readonly (readonly [string, ReturnType<typeof keyTroubleOf>])[] = [
    [`${full} script: 3f1a, on @user_script:12.`, 'out_of_memory'],
    [`${before7}${full}`, 'out_of_memory'],
    ['ERR user_script:3: attempt to compare nil with number script: 3f1a, on @user_script:3.', 'refused'],
    ["NOPERM this user has no permissions to run the 'evalsha' command", 'refused'],
    ['TRYAGAIN Multiple keys request during rehashing of slot', 'refused'],
    [`${replica} script: 3f1a, on @user_script:12.`, null],
    [`${before7}${replica}`, null],
    ["MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", null],
    ['LOADING Redis is loading the dataset in memory', null],
    ['CLUSTERDOWN Hash slot not served', null],
    ['BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.', null],
    ['MISCONF Redis is configured to save RDB snapshots, but it is currently not able to persist on disk.', null],
    ['NOREPLICAS Not enough good replicas to write.', null],
    ['NOAUTH Authentication required.', null],
  ];
  for (const [text, trouble] of troubles) assert.equal(keyTroubleOf(new ReplyError(text)), trouble, text);
  assert.equal(keyTroubleOf(new Error('Connection is closed.')), null);
  assert.equal(keyTroubleOf(new Error(full)), null, 'only Redis itself says so');
});

test('a replica is known by its answer', () => {
  assert.equal(isFromReplica(new ReplyError(replica)), true);
  assert.equal(isFromReplica(new ReplyError(`${before7}${replica}`)), true);
  assert.equal(isFromReplica(new ReplyError(full)), false);
});
