import { Button } from '../../simulator/console/page/frame/button.tsx';
import { Problem } from '../../simulator/console/page/frame/parts.tsx';
import { useChange } from './use-change.ts';

interface SendAgainProps {
  readonly delivery: { readonly status: string; readonly endpoint: { readonly name: string } };
  readonly send: () => Promise<unknown>;
  readonly onDone: () => void;
}

/** Only what is finished can be sent again; of what is not, it says so. */
export function SendAgain({ delivery: { status, endpoint }, send, onDone }: SendAgainProps) {
  const { isBusy, problem, run } = useChange();
  if (status !== 'success' && status !== 'failed')
    return <p class="muted">It can be sent again by hand once it is accepted or given up.</p>;
  return (
    <p>
      <Button class="primary" isOff={isBusy} onClick={() => void run(send).then(onDone)}>
        {isBusy ? 'Sending …' : 'Send it again now'}
      </Button>{' '}
      <span class="muted">The same bytes go to {endpoint.name} under the same id.</span>
      {problem !== null && <Problem>{problem}</Problem>}
    </p>
  );
}
