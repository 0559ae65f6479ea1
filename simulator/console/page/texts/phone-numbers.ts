import { useEffect, useState } from 'preact/hooks';
import { get } from '../link/api.ts';
import type { Service } from '../link/service.ts';

export function usePhoneNumbers(service: Service | null | undefined): readonly PhoneNumber[] {
  const [numbers, setNumbers] = useState<readonly PhoneNumber[]>([]);
  useEffect(() => {
    if (!service?.canText) return;
    get<{ phoneNumbers: readonly PhoneNumber[] }>('/console/phone-numbers').then(
      ({ phoneNumbers }) => setNumbers(phoneNumbers.filter(({ isActive }) => isActive)),
      () => undefined,
    );
  }, [service]);
  return numbers;
}

export interface PhoneNumber {
  readonly id: string;
  readonly phoneNumber: string;
  readonly isActive: boolean;
}
