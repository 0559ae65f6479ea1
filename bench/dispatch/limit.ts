import { randomUUID } from 'node:crypto';
import { bodyOf } from './body.ts';
import { serveContender } from './contender.ts';
import { openPost } from './post.ts';

/** Signs and posts without storing anything, which is the upper limit for every contender that stores. */
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
