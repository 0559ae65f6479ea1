import { Badge } from '../../simulator/console/page/frame/parts.tsx';
import type { Tone } from '../../simulator/console/page/frame/tone.ts';

/** How a delivery can stand. */
export const deliveryStatuses = ['pending', 'retrying', 'success', 'failed'] as const;

const tones: Readonly<Record<string, Tone>> = { success: 'good', failed: 'bad', retrying: 'wait', pending: 'live' };

export const StatusBadge = ({ status }: { status: string }) => <Badge tone={tones[status] ?? 'quiet'}>{status}</Badge>;
