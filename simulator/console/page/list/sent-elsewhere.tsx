import { hashOf } from '../frame/address.ts';

/** Says where webhooks are that the simulator has sent to other programs, which no row of the list of webhooks shows. */
export function SentElsewhere({ count }: { count: number }) {
  const attempts = count === 1 ? '1 attempt' : `${count.toLocaleString('en')} attempts`;
  return (
    <p class="list-note">
      The simulator has also sent {attempts} to other programs.{' '}
      <a href={hashOf(['timeline'], { q: 'kind:webhook.sent' })}>The timeline has their answers.</a>
    </p>
  );
}
