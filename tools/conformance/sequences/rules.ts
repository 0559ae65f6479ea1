import type { Answer, Operation, State } from './model.ts';
import type { Performed } from './possible-order.ts';

/**
 * Returns the ids of the rules of the specification that an impossible answer breaks: those of the step itself, and not
 * those of the steps before it.
 */
export function brokenRules(state: State, operation: Operation, { listed = [] }: Answer): readonly string[] {
  switch (operation.kind) {
    case 'create endpoint': {
      const first = operation.key === null ? undefined : state.keys.get(operation.key);
      if (first) return first.name === operation.name ? ['C-IDEM-01'] : ['C-IDEM-01', 'R-IDEM-01'];
      return ['E-POSTWEBHOOKS-06'];
    }
    case 'delete endpoint':
      return ['E-DELETEWEBHOOK-02'];
    case 'create trigger':
      return ['E-POSTTRIGGERS-04'];
    case 'delete trigger':
      return ['E-DELETETRIGGER-02'];
    case 'list endpoints':
      return deletions(state, listed) ?? (state.replayed && hasMore(state.endpoints, listed) ? ['C-IDEM-01'] : ['E-LISTWEBHOOKS-02']);
    case 'list triggers':
      return deletions(state, listed) ?? ['E-LISTTRIGGERS-02'];
    case 'set schema':
    case 'read schema':
      return [(operation.kind === 'set schema' ? operation.property : state.schema) === null ? 'E-SCHEMA-03' : 'E-SCHEMA-02'];
    case 'place call':
      return ['T-CALL-01'];
    case 'end call':
      return (state.calls.get(operation.id) ?? null) === null ? ['E-ENDCALL-02', 'T-CALL-10'] : ['E-ENDCALL-03', 'T-CALL-11'];
    case 'read call':
      return ['E-GETCALL-02'];
    case 'publish': {
      const fresh = listed.filter(({ id }) => !state.deliveries.has(id)).length;
      return [fresh < state.triggers.length ? 'S-WORK-03' : 'S-WORK-04'];
    }
    case 'list deliveries':
      return ['F-DELIVERY-01'];
    case 'replay':
      return ['E-RETRY-03', 'E-RETRY-04'];
  }
}

/**
 * Returns the rules that are broken where no order of the operations of several clients is possible: that of a key which
 * two of them used, or else those of what changed something.
 */
export function brokenRulesAtOnce(state: State, performed: readonly Performed[]): readonly string[] {
  const keys = performed.flatMap(({ operation }) => (operation.kind === 'create endpoint' ? (operation.key ?? []) : []));
  if (keys.some((key, index) => state.keys.has(key) || keys.indexOf(key) !== index)) return ['C-IDEM-01'];
  const changing = performed.filter(({ operation }) => /^(create|delete|set)/.test(operation.kind));
  return [...new Set(changing.flatMap(({ operation, answer }) => brokenRules(state, operation, answer)))];
}

/** Returns the rules by which something that a list still shows was deleted, or null if it shows nothing of that. */
function deletions({ gone }: State, listed: NonNullable<Answer['listed']>): readonly string[] | null {
  const rules = [...new Set(listed.flatMap(({ id }) => gone.get(id) ?? []))];
  return rules.length > 0 ? rules : null;
}

const hasMore = (known: readonly string[], listed: NonNullable<Answer['listed']>): boolean => listed.some(({ id }) => !known.includes(id));
