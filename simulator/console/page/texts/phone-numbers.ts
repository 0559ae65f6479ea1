import { useReading } from '../link/reading.ts';
import type { Service } from '../link/service.ts';

export function usePhoneNumbers(service: Service | null | undefined): readonly PhoneNumber[] {
  const { answer } = useReading<{ phoneNumbers: readonly PhoneNumber[] }>(service?.canText ? '/console/phone-numbers' : null, 0);
  return answer?.phoneNumbers.filter(({ isActive }) => isActive) ?? [];
}

export interface PhoneNumber {
  readonly id: string;
  readonly phoneNumber: string;
  readonly isActive: boolean;
}
