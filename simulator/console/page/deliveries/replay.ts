import { post } from '../link/api.ts';
import type { DeliveryRow } from '../timeline/rows.ts';

export const replay = ({ deliveryId }: DeliveryRow): Promise<unknown> => post(`/console/deliveries/${deliveryId}/retry`);
