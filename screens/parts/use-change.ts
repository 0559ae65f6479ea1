import { useContext } from 'preact/hooks';
import { useWork } from '../../simulator/console/page/frame/use-work.ts';
import { isSessionOver, refusalOf } from './refusal.ts';
import { Session } from './session.ts';

/** A change that is asked for once at a time, with the API's words where it is refused. */
export function useChange() {
  const { end } = useContext(Session);
  return useWork((error) => {
    if (isSessionOver(error)) end();
    return refusalOf(error).message;
  });
}
