import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { type Looks, looks, unseen } from './looks.ts';

/** A rule of the specification with the checks that look at it. */
export interface RuleCoverage {
  readonly id: string;
  readonly section: string;
  readonly says: string;
  readonly by: Readonly<Record<keyof Looks, readonly string[]>>;
  /** Says why no check looks at the rule, else null. */
  readonly unseen: string | null;
}

const kinds = ['said', 'done', 'values'] as const;

/** Returns every rule of `docs/rules.md` with what the checks look at, in the order of that page. */
export function ruleCoverage(): readonly RuleCoverage[] {
  const all = Object.entries(looks).flatMap(([check, looked]) =>
    kinds.flatMap((kind) => idsIn(looked[kind] ?? '').map((rule) => ({ check, kind, rule }))),
  );
  const by = (rule: string, kind: keyof Looks): readonly string[] =>
    all.filter((look) => look.rule === rule && look.kind === kind).map(({ check }) => check);
  return rulesOfThePage().map((rule) => ({
    ...rule,
    by: { said: by(rule.id, 'said'), done: by(rule.id, 'done'), values: by(rule.id, 'values') },
    unseen: unseen[rule.id] ?? null,
  }));
}

/** Returns the ids in a text, with `X-01..03` written out. */
export const idsIn = (text: string): readonly string[] =>
  text.split(/\s+/).flatMap((word) => {
    const [, prefix = '', first = '', last = first] = /^([A-Z]+-[A-Z]+-)(\d\d)(?:\.\.(\d\d))?$/.exec(word) ?? [];
    if (prefix === '') return word === '' ? [] : [word];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, nth) => prefix + String(Number(first) + nth).padStart(2, '0'));
  });

/** Writes the coverage as text: each rule with the checks that look at what is said, at what is done, and at values. */
export function coverageText(): string {
  const rules = ruleCoverage();
  const lines = rules.flatMap(({ id, section, says, by, unseen: reason }, index) => [
    ...(section === rules[index - 1]?.section ? [] : ['', section]),
    `  ${id.padEnd(19)} ${says}`,
    `  ${' '.repeat(19)} ${reason === null ? kinds.map((kind) => `${kind}: ${by[kind].join(' ') || '–'}`).join('  ') : `not looked at: ${reason}`}`,
  ]);
  const count = (kind: keyof Looks): number => rules.filter((rule) => rule.by[kind].length > 0).length;
  const none = rules.filter(({ unseen: reason }) => reason !== null).length;
  const counts = `said of ${count('said')}, done of ${count('done')}, values of ${count('values')}`;
  return `${lines.join('\n').trimStart()}\n\nThe checks look at ${rules.length - none} of ${rules.length} rules: ${counts}.\n`;
}

/** The page lies at the root of the package, and the built program one folder deeper. */
const page = new URL(extname(import.meta.url) === '.ts' ? '../../../docs/rules.md' : '../../../../docs/rules.md', import.meta.url);

function rulesOfThePage(): readonly { readonly id: string; readonly section: string; readonly says: string }[] {
  let section = '';
  return readFileSync(page, 'utf8')
    .split('\n')
    .flatMap((line) => {
      section = /^## (.+)$/.exec(line)?.[1] ?? section;
      const [, id, says] = /^\| .*`([A-Z]+-[A-Z]+-\d\d)` \| (.+) \|$/.exec(line) ?? [];
      return id === undefined || says === undefined ? [] : [{ id, section, says }];
    });
}
