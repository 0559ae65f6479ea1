import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

/** A name server on loopback. Tests set its answers, which may change from one question to the next. */
export interface DnsServer {
  /** Is a value for `RINGPOST_DNS_SERVERS`. */
  readonly address: string;
  /** Lists the questions so far, such as `A crm.example.org`. */
  readonly questions: readonly string[];
  /** Sets the answers to later look-ups of a name: each gets the next one, and the last one repeats. */
  answer(name: string, ...answers: readonly Answer[]): void;
  close(): Promise<void>;
}

/** Addresses of either family, or a failure. */
type Answer = readonly string[] | 'no such name' | 'server failure' | 'silence';

export async function dnsServer({ ttl = 0 }: { readonly ttl?: number } = {}): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const names = new Map<string, { readonly answers: readonly Answer[]; readonly asked: Record<Type, number> }>();
  const questions: string[] = [];

  // A look-up asks for both families. Each family counts its own questions, so that both get the same answer.
  const answerTo = (name: string, type: Type): Answer => {
    questions.push(`${type} ${name}`);
    const known = names.get(name);
    if (!known) return 'no such name';
    const turn = known.asked[type]++;
    return known.answers[Math.min(turn, known.answers.length - 1)] ?? 'no such name';
  };

  socket.on('message', (query, from) => {
    const question = readQuestion(query);
    const answer = answerTo(question.name, question.type);
    if (answer !== 'silence') socket.send(response(query, question, answer, ttl), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    answer: (name, ...answers) => void names.set(name, { answers, asked: { A: 0, AAAA: 0 } }),
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

type Type = 'A' | 'AAAA';

interface Question {
  readonly name: string;
  readonly type: Type;
  /** Is the offset of the question's end. */
  readonly end: number;
}

const headerBytes = 12;

/** Reads a question as in RFC 1035, 4.1.2: labels after their lengths, a zero, type and class. */
function readQuestion(query: Buffer): Question {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1) === 28 ? 'AAAA' : 'A', end: at + 5 };
}

function response(query: Buffer, { type, end }: Question, answer: Exclude<Answer, 'silence'>, ttl: number): Buffer {
  const records = typeof answer === 'string' ? [] : answer.filter((address) => isIPv4(address) === (type === 'A'));
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2); // The first two bytes are the id.
  header.writeUInt16BE(0x8580 | (answer === 'no such name' ? 3 : answer === 'server failure' ? 2 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(headerBytes, end), ...records.map((address) => record(address, type, ttl))]);
}

function record(address: string, type: Type, ttl: number): Buffer {
  const data = type === 'A' ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc000 | headerBytes, 0); // The pointer refers to the question's name.
  head.writeUInt16BE(type === 'A' ? 1 : 28, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttl, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/** Parses groups of hexadecimal digits with at most one `::`, and without IPv4 at the end. */
function ipv6Bytes(address: string): Buffer {
  const [front = '', back] = address.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const tail = groups(back ?? '');
  const head = groups(front);
  const all = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
