import { refusal } from './control-api.ts';
import { type ControlOperation, ok, type Refused, refusing } from './control-operations.ts';
import { type Json, numberAt, textAt } from './json.ts';
import type { OpenSession } from './session.ts';
import { BadSessionName, SessionExists, type Sessions, TooManySessions } from './sessions.ts';
import type { Speed } from './timers.ts';

const refusals: readonly Refused[] = [
  { is: BadSessionName, status: 400, code: 'invalid_request' },
  { is: SessionExists, status: 409, code: 'conflict' },
  { is: TooManySessions, status: 409, code: 'conflict' },
];

/** Implements the sessions' operations. Their bodies already fit the document. */
export function sessionOperations(sessions: () => Sessions): Readonly<Record<string, ControlOperation>> {
  return refusing(refusals, {
    listSessions: ({ origin }) =>
      ok({
        sessions: sessions()
          .all()
          .map((session) => sessionView(session, origin)),
      }),
    openSession: ({ body, origin }) => {
      const name = textAt(body, 'name');
      const seed = numberAt(body, 'seed');
      const session = sessions().open({
        ...(name !== null && { name }),
        ...(seed !== null && { seed }),
        ...(body['speed'] !== undefined && { speed: body['speed'] as Speed }),
      });
      return ok({ session: sessionView(session, origin) }, 201);
    },
    closeSession: async ({ params }) =>
      (await sessions().close(params['session'] ?? '')) ? new Response(null, { status: 204 }) : noSession(),
  });
}

export const noSession = (): Response => refusal(404, 'session_not_found', 'There is no such session. POST /sessions opens one.');

function sessionView({ name, seed, numbers }: OpenSession, origin: string): Json {
  const url = `${origin}/sessions/${name}`;
  return { name, url, vapiUrl: `${url}/vapi`, twilioUrl: `${url}/twilio`, seed, numbers };
}
