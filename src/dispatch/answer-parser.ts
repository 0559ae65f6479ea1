import { isHeaderName } from '../network/header-name.ts';

/**
 * Reads the answer to one request from the bytes of a connection (RFC 9112). It reports the status, the body and the end, and says
 * whether the connection can carry another request. It is strict: what a lenient parser could read in two ways is refused.
 */
export class AnswerParser {
  readonly #report: AnswerReport;
  #step: Step = 'head';
  /** Bytes of a head, a chunk's size line or a trailer that is not complete. */
  #partial: Buffer | null = null;
  /** Bytes that are left of the body or of the chunk. */
  #left = 0;
  #headsBytes = 0;
  #trailerBytes = 0;
  /** False if the connection ends with this answer. */
  isKept = true;
  /** The time in milliseconds that the receiver promises to keep an idle connection, or null if it promises nothing. */
  keptForMs: number | null = null;

  constructor(report: AnswerReport) {
    this.#report = report;
  }

  get isDone(): boolean {
    return this.#step === 'done';
  }

  /** Takes the next bytes. Throws `MalformedAnswer`. */
  take(chunk: Buffer): void {
    let rest = this.#partial === null ? chunk : Buffer.concat([this.#partial, chunk]);
    this.#partial = null;
    while (rest.length > 0 && this.#step !== 'done') rest = this.#stepOn(rest);
    // A receiver that says more than was asked is not asked again on this connection.
    if (rest.length > 0) this.isKept = false;
  }

  /** The receiver has closed the connection. Returns false if that ends the answer too early. */
  close(): boolean {
    this.isKept = false;
    if (this.#step === 'until closed') this.#end();
    return this.#step === 'done';
  }

  /** Takes a part of the bytes and returns the rest of them. */
  #stepOn(bytes: Buffer): Buffer {
    switch (this.#step) {
      case 'head':
        return this.#takeHead(bytes);
      case 'chunk size':
        return this.#takeLine(bytes, (line) => this.#beginChunk(line));
      case 'trailers':
        return this.#takeLine(bytes, (line) => this.#takeTrailer(line));
      case 'chunk end':
        return this.#takeLine(bytes, (line) => this.#endChunk(line));
      case 'until closed':
        this.#report.data(bytes);
        return nothing;
      default:
        return this.#takeBody(bytes);
    }
  }

  #takeHead(bytes: Buffer): Buffer {
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0 || end > maxHeadBytes) {
      if (bytes.length > maxHeadBytes) throw new MalformedAnswer('too large');
      judgeBeginning(bytes);
      return this.#wait(bytes);
    }
    this.#headsBytes += end;
    if (this.#headsBytes > maxHeadsBytes) throw new MalformedAnswer('too large');
    const head = readHead(bytes.toString('latin1', 0, end));
    if (head.status === 101) throw new MalformedAnswer('an upgrade that was not asked for');
    if (head.status >= 200) this.#begin(head);
    return bytes.subarray(end + 4);
  }

  #begin(head: AnswerHead): void {
    this.isKept = head.isKept;
    this.keptForMs = head.keptForMs;
    this.#report.status(head.status);
    if (head.status === 204 || head.status === 304 || head.length === 0) this.#end();
    else if (head.isChunked) this.#step = 'chunk size';
    else if (head.length === null) {
      this.isKept = false;
      this.#step = 'until closed';
    } else {
      this.#left = head.length;
      this.#step = 'body';
    }
  }

  #takeBody(bytes: Buffer): Buffer {
    const part = bytes.length > this.#left ? bytes.subarray(0, this.#left) : bytes;
    this.#left -= part.length;
    if (this.#left === 0 && this.#step === 'chunk') this.#step = 'chunk end';
    this.#report.data(part);
    if (this.#left === 0 && this.#step === 'body') this.#end();
    return bytes.subarray(part.length);
  }

  #takeLine(bytes: Buffer, take: (line: string) => void): Buffer {
    const end = bytes.indexOf('\r\n');
    if (end < 0 || end > maxLineBytes) {
      if (bytes.length > maxLineBytes) throw new MalformedAnswer('a line without an end');
      return this.#wait(bytes);
    }
    take(bytes.toString('latin1', 0, end));
    return bytes.subarray(end + 2);
  }

  #beginChunk(line: string): void {
    const size = /^([0-9a-f]{1,8})[\t ]*(?:;.*)?$/i.exec(line)?.[1];
    if (size === undefined) throw new MalformedAnswer('the size of a chunk');
    this.#left = Number.parseInt(size, 16);
    this.#step = this.#left === 0 ? 'trailers' : 'chunk';
  }

  #endChunk(line: string): void {
    if (line !== '') throw new MalformedAnswer('the end of a chunk');
    this.#step = 'chunk size';
  }

  #takeTrailer(line: string): void {
    this.#trailerBytes += line.length;
    if (line === '') this.#end();
    else if (this.#trailerBytes > maxHeadBytes) throw new MalformedAnswer('too large');
  }

  #wait(bytes: Buffer): Buffer {
    this.#partial = bytes;
    return nothing;
  }

  #end(): void {
    this.#step = 'done';
    this.#report.end();
  }
}

/** What is told of an answer. Interim answers are not told. */
export interface AnswerReport {
  status(code: number): void;
  /** May throw `MalformedAnswer`; the rest is then not read. */
  data(bytes: Buffer): void;
  end(): void;
}

/** The receiver's bytes are no valid answer, or its headers are too large. */
export class MalformedAnswer extends Error {
  readonly code: 'HTTP_ANSWER_TOO_LARGE' | 'HTTP_ANSWER_MALFORMED';

  constructor(what: string) {
    super(what);
    this.code = what === 'too large' ? 'HTTP_ANSWER_TOO_LARGE' : 'HTTP_ANSWER_MALFORMED';
  }
}

type Step = 'head' | 'body' | 'chunk size' | 'chunk' | 'chunk end' | 'trailers' | 'until closed' | 'done';

const nothing = Buffer.alloc(0);
/** Node's own bound for the head of an answer. */
const maxHeadBytes = 16_384;
/** Bounds the interim answers, and the head of the answer. */
const maxHeadsBytes = 2 * maxHeadBytes;
const maxLineBytes = 4_096;

/** Refuses at once what cannot become an answer, so that nobody waits for the rest of it. */
function judgeBeginning(bytes: Buffer): void {
  const lineEnd = bytes.indexOf(10);
  const beginning = bytes.toString('latin1', 0, Math.min(bytes.length, lineEnd < 0 ? 5 : lineEnd));
  if (!beginning.startsWith('HTTP/'.slice(0, beginning.length)) || (lineEnd >= 0 && !beginning.endsWith('\r')))
    throw new MalformedAnswer('the status line');
}

interface AnswerHead {
  readonly status: number;
  readonly isKept: boolean;
  readonly keptForMs: number | null;
  readonly isChunked: boolean;
  /** Null if neither a length nor chunks frame the body. */
  readonly length: number | null;
}

function readHead(text: string): AnswerHead {
  const firstEnd = text.indexOf('\r\n');
  const [, minor, code] = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\r\n\0]*)?$/.exec(firstEnd < 0 ? text : text.slice(0, firstEnd)) ?? [];
  if (code === undefined) throw new MalformedAnswer('the status line');
  const framing: Framing = { isKept: minor === '1', keptForMs: null, encoding: null, length: null };
  for (let from = firstEnd + 2; firstEnd >= 0 && from <= text.length; ) {
    const next = text.indexOf('\r\n', from);
    const end = next < 0 ? text.length : next;
    readHeader(text.slice(from, end), framing);
    from = end + 2;
  }
  const { encoding, length } = framing;
  if (encoding !== null && length !== null) throw new MalformedAnswer('both a length and chunks');
  return {
    status: Number(code),
    isKept: framing.isKept,
    keptForMs: framing.keptForMs,
    isChunked: encoding !== null && /(?:^|,)[\t ]*chunked$/i.test(encoding),
    length,
  };
}

interface Framing {
  isKept: boolean;
  keptForMs: number | null;
  encoding: string | null;
  length: number | null;
}

function readHeader(line: string, framing: Framing): void {
  const colon = line.indexOf(':');
  if (colon < 1 || !isHeaderName(line.slice(0, colon)) || /[\r\n\0]/.test(line)) throw new MalformedAnswer('a header');
  // Only four headers say how the answer is framed, and each has a length of its own.
  if (colon !== 10 && colon !== 14 && colon !== 17) return;
  const value = line.slice(colon + 1).trim();
  switch (line.slice(0, colon).toLowerCase()) {
    case 'content-length': {
      const length = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (Number.isNaN(length) || (framing.length ?? length) !== length) throw new MalformedAnswer('the length');
      framing.length = length;
      return;
    }
    case 'transfer-encoding':
      framing.encoding = framing.encoding === null ? value : `${framing.encoding}, ${value}`;
      return;
    case 'connection':
      if (/(?:^|,)[\t ]*close[\t ]*(?:,|$)/i.test(value)) framing.isKept = false;
      return;
    case 'keep-alive': {
      const seconds = /timeout=(\d{1,6})/i.exec(value)?.[1];
      if (seconds !== undefined) framing.keptForMs = Number(seconds) * 1_000;
    }
  }
}
