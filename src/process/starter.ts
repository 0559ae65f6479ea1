/**
 * Calls `end` once the program is gone that started this process with a channel, whatever the reason. Without a channel it never does.
 * A program that was killed while this process still loaded its modules is gone already, and `disconnect` does not come again.
 */
export function whenStarterIsGone(end: () => void): void {
  if (process.connected === false) end();
  else process.once('disconnect', end);
}
