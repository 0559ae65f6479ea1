import { type Check, groupOf } from './check.ts';
import { checks } from './checks.ts';
import { responseRules } from './responses/judge.ts';
import type { Profile } from './surroundings.ts';

/** Says which checks are run. */
export interface Selection {
  readonly profile: Profile;
  /** Holds ids of checks, letters of groups or ids of workflows in capitals; empty means all. */
  readonly only: readonly string[];
  /** Holds the ids of the operations that the service has, if it has only some. */
  readonly operations?: readonly string[] | undefined;
  /** Holds the workflows of a document that are played in place of the checks. */
  readonly workflows?: readonly Check[] | undefined;
}

/**
 * Returns the checks with these ids or group letters, or the workflows. The rules of groups B and N judge what all
 * checks have seen, so all are run where one of them is asked for.
 */
export function wantedChecks(selection: Selection): readonly Check[] {
  const { profile, only, workflows } = selection;
  return (workflows ?? checks).filter(
    (check) =>
      (judgesWholeRun(selection) || isAsked(check, selection)) &&
      (profile === 'full' || check.profile !== 'full' || only.includes(check.id)),
  );
}

export const isAsked = ({ id, alias = '' }: Pick<Check, 'id' | 'alias'>, { only }: Pick<Selection, 'only'>): boolean =>
  only.length === 0 || only.includes(id) || only.includes(groupOf(id)) || only.includes(alias.toUpperCase());

export const judgesWholeRun = ({ only }: Pick<Selection, 'only'>): boolean =>
  only.some(
    (id) => (['B', 'O'].includes(groupOf(id)) && id.length === 1) || /^N\d?$/.test(id) || responseRules.some((rule) => rule.id === id),
  );

/** Only a whole run is judged by its coverage, unless that is asked for. */
export const isWhole = ({ profile, only, workflows, operations }: Selection): boolean =>
  !workflows && !operations && ((profile === 'full' && only.length === 0) || only.some((id) => groupOf(id) === 'N'));
