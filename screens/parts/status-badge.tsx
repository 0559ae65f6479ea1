import { Badge } from '../../simulator/console/page/frame/parts.tsx';
import type { Tone } from '../../simulator/console/page/frame/tone.ts';

/** How a delivery can stand. */
export const deliveryStatuses = ['pending', 'retrying', 'success', 'failed'] as const;

const tones: Readonly<Record<string, Tone>> = { success: 'good', failed: 'bad', retrying: 'wait', pending: 'live' };

export const StatusBadge = ({ status }: { status: string }) => <Badge tone={tones[status] ?? 'quiet'}>{status}</Badge>;

/** Says if an endpoint, a trigger, an agent or a number is in use. */
export const OnOff = ({ isActive }: { isActive: boolean }) => <Badge tone={isActive ? 'good' : 'quiet'}>{isActive ? 'on' : 'off'}</Badge>;
