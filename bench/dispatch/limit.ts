import { randomUUID } from 'node:crypto';
import { bodyOf } from './body.ts';
import { serveContender } from './contender.ts';
import { openPost } from './post.ts';

/** Sign and POST, nothing stored: what nobody who stores anything can reach. */
serveContender(async ({ receiverPorts }, recorded) => {
  const { post, close } = openPost(receiverPorts);
  return {
    async publish(number) {
      await post(number, randomUUID(), bodyOf(number));
      recorded(number);
    },
    close,
  };
});
