import { CopyButton, Verbatim } from '../../simulator/console/page/frame/parts.tsx';

/** A secret that was just made. */
export const ShownOnce = ({ name, text }: { name: string; text: string }) => (
  <div class="whole">
    <p>
      {name}, shown this once: <CopyButton label="Copy" name={`Copy: ${name}`} text={() => text} />
    </p>
    <Verbatim label={name}>{text}</Verbatim>
  </div>
);
