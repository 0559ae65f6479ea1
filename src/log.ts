import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** One JSON line per request and per attempt. Secrets never reach it; of a phone number the last four digits do. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          'authorization',
          'headers.authorization',
          'apiKey',
          'secret',
          'signingSecret',
          'operatorToken',
          '*.authorization',
          '*.apiKey',
          '*.secret',
          '*.signingSecret',
        ],
        censor: '[redacted]',
      },
      serializers: { phoneNumber: lastFour, from: lastFour, to: lastFour },
    },
    ...(destination ? [destination] : []),
  );

/** `+14155550123` as `********0123`. */
export const lastFour = (phoneNumber: unknown): unknown =>
  typeof phoneNumber === 'string' ? phoneNumber.slice(0, -4).replace(/./g, '*') + phoneNumber.slice(-4) : phoneNumber;
