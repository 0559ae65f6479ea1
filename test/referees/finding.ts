/** What a referee says: how much it looked at, and everything it objects to. */
export interface Finding {
  readonly looked: number;
  readonly problems: readonly string[];
}

/** Prints a finding, and lets the process exit 1 unless it is good. A referee that looked at nothing has not found it good. */
export function say(name: string, what: string, { looked, problems }: Finding): void {
  const good = problems.length === 0 && looked > 0;
  console.log(`${good ? 'ok  ' : 'FAIL'} ${name}: ${looked} ${what}${good ? '' : `, ${problems.length} wrong`}`);
  for (const problem of problems) console.log(`       ${problem}`);
  if (!good) process.exitCode = 1;
}
