import type { Service } from './service.ts';

export function MissingService({ service, option, what }: { service: Service | null; option: string; what: string }) {
  return (
    <p class="missing">
      {service ? `${what} needs more than was given: ` : `${what} needs a service. `}
      Run <code>npm start</code>, or start the simulator with <code>{service ? option : '--service-url'}</code>
      {!service && (
        <>
          {' '}
          and <code>{option}</code>
        </>
      )}
      . Everything that arrives is shown all the same.
    </p>
  );
}
