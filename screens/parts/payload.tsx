import { Json } from '../../simulator/console/page/frame/json.tsx';
import { CopyButton } from '../../simulator/console/page/frame/parts.tsx';

/** What a delivery sends. The button copies `text`. */
export const Payload = ({ content, text }: { content: unknown; text: string }) => (
  <>
    <div class="raw-head">
      <h2>Payload</h2>
      <CopyButton label="Copy" name="Copy the payload" text={() => text} />
    </div>
    <Json label="Payload" value={content} />
  </>
);
