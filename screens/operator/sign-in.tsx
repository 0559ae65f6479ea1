import { useState } from 'preact/hooks';
import { Button } from '../../simulator/console/page/frame/button.tsx';
import { Problem } from '../../simulator/console/page/frame/parts.tsx';
import { Refusal } from '../parts/refusal.ts';
import { signIn } from './api.ts';

/** Asks for the operator token once. The browser keeps a cookie in its place, which no script can read. */
export function SignIn({ onDone }: { onDone: () => void }) {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      await signIn(token.trim());
      setToken('');
      onDone();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setProblem(error.code === 'invalid_operator_token' ? 'This is not the token that the service was started with.' : error.message);
    }
  };
  return (
    <main class="sign-in">
      <form onSubmit={(event) => void submit(event)}>
        <h1>Ringpost, for operators</h1>
        <label for="token">Operator token</label>
        <input
          id="token"
          class="mono"
          type="password"
          autocomplete="off"
          value={token}
          onInput={({ currentTarget }) => setToken(currentTarget.value)}
        />
        <p class="muted">
          The value of <code>OPERATOR_TOKEN</code>, or your own of <code>OPERATOR_TOKENS</code>. With <code>npm start</code> the first
          stands in <code>.ringpost/start.json</code>.
        </p>
        {problem !== null && <Problem>{problem}</Problem>}
        <Button type="submit" class="primary" isOff={token.trim() === ''}>
          Sign in
        </Button>
      </form>
    </main>
  );
}
