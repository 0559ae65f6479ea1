/** A call's course, for a scenario that plays it again. */
export interface WrittenCall {
  readonly name: string;
  readonly description: string;
  readonly placement: string;
  readonly callbacks: string;
  readonly outcome: string | null;
  readonly endedReason: string | null;
  /** Is in the provider's form: `AI: Hello.` and `User: Yes?`. */
  readonly transcript: string | null;
  readonly steps: readonly WrittenStep[];
}

interface WrittenStep {
  readonly state: string;
  readonly storySeconds: number | null;
  /** Says how the state was told, if otherwise than by the call's `callbacks`. */
  readonly callback?: 'twice' | 'never' | null;
}

const stateNames: Readonly<Record<string, string>> = {
  ringing: 'ringing',
  'in-progress': 'answered',
  ended: 'ended',
  reported: 'reported',
};

/** Writes the call as a file for `--scenarios`, with the same states after the same times, and the same words. */
export function writtenScenario(call: WrittenCall): string {
  const lines = ['scenarios:', `  - name: ${call.name}`, `    description: ${quoted(call.description)}`];
  if (call.placement !== 'accepted') lines.push(`    placement: ${call.placement}`);
  if (call.callbacks !== 'once') lines.push(`    callbacks: ${call.callbacks}`);
  // Without the line it would be played as INTERESTED.
  lines.push(`    outcome: ${quoted(call.outcome ?? 'UNKNOWN')}`);
  lines.push('    steps:');
  let before = 0;
  for (const { state, storySeconds, callback = null } of call.steps) {
    const name = stateNames[state];
    if (name === undefined) continue;
    if (state === 'ended') lines.push(...spoken(call.transcript));
    const seconds = Math.max(0, (storySeconds ?? before) - before);
    before += seconds;
    lines.push(`      - after: ${Math.round(seconds * 1_000)}ms`, `        state: ${name}`);
    if (state === 'ended' && call.endedReason !== null) lines.push(`        reason: ${quoted(call.endedReason)}`);
    if (callback !== null) lines.push(`        callback: ${callback}`);
  }
  // A call that has not begun to ring has no steps, and a scenario needs at least one.
  if (before === 0 && lines.at(-1) === '    steps:') lines.push('      - after: 0s', '        state: ended');
  return `${lines.join('\n')}\n`;
}

/** Returns a step for each turn, or several where it is longer than the schema lets a step be. Lines that name no speaker belong to the turn before. */
const spoken = (transcript: string | null): readonly string[] =>
  (transcript ?? '')
    .replace(/\n$/, '')
    .split(/\n(?=(?:AI|User): )/)
    .flatMap((turn) => {
      const [, who, what = ''] = /^(AI|User): (.+)$/s.exec(turn) ?? [];
      const parts = what.match(/.{1,20000}/gsu) ?? [];
      return parts.map((part) => `      - ${who === 'AI' ? 'assistant' : 'caller'}: ${quoted(part)}`);
    });

/** Quotes a text. A JSON string is a YAML string. */
const quoted = (text: string): string => JSON.stringify(text);
