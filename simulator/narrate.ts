import { isAccepted } from './accepted.ts';
import type { TimelineEntry } from './timeline-entry.ts';

/**
 * Describes an entry in one line for people, or returns null for one they need not see. The line contains no secrets
 * and no bodies.
 */
export function narrate(entry: TimelineEntry): string | null {
  const text = entry.messageId ?? entry.providerMessageId ?? '';
  const call = entry.callId ?? entry.providerCallId ?? '';
  switch (entry.kind) {
    case 'dial':
      return `${call} dials ${String(entry['number'])} (${String(entry['scenario'])})`;
    case 'call.state':
      return `${call} ${String(entry['state'])}${entry['endedReason'] === undefined ? '' : `: ${String(entry['endedReason'])}`}`;
    case 'callback.sent':
      return isAccepted(entry['answered']) ? null : `${call} callback ${String(entry['type'])} failed: ${failureOf(entry)}`;
    case 'text.accepted':
      return `${text} texts ${String(entry['to'])} (${String(entry['scenario'])})`;
    case 'text.state':
      return `${text} ${String(entry['state'])}${entry['errorCode'] === undefined ? '' : `: ${String(entry['errorCode'])}`}`;
    case 'text.received':
      return `${text} ${String(entry['from'])} texts ${String(entry['to'])}`;
    case 'text.callback':
    case 'text.inbound':
      return isAccepted(entry['answered']) ? null : `${text} ${entry.kind} failed: ${failureOf(entry)}`;
    case 'text.answer':
      return entry['answer'] === 'created' ? null : `${text} the text provider answers ${String(entry['answer'])}`;
    case 'delivery':
      return `${entry.receiver ?? ''} received ${String(entry['event'])} (attempt ${String(entry['attempt'])}): ${String(entry['explanation'])}`;
    case 'delivery.answered':
      return isAccepted(entry['answered']) ? null : `${entry.receiver ?? ''} answered ${String(entry['answered'])}`;
    case 'webhook.sent':
      return `${String(entry['event'])} sent to ${String(entry['url'])} (attempt ${String(entry['attempt'])}): ${entry['answered'] === null ? failureOf(entry) : String(entry['answered'])}`;
    case 'provider.answer':
      return entry['answer'] === 'created' ? null : `${call} the provider answers ${String(entry['answer'])}`;
    case 'control.end-call':
      return `${call} is asked to hang up`;
    default:
      return null;
  }
}

const failureOf = (entry: TimelineEntry): string => String(entry['error'] ?? `HTTP ${String(entry['answered'])}`);
