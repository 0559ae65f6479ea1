import type { ComponentChildren } from 'preact';
import { Bars, type Part } from '../../simulator/console/page/frame/bars.tsx';

/** A small plot with its name above and what it comes to below. */
export const Trend = ({ name, parts, children }: { name: string; parts: readonly Part[]; children: ComponentChildren }) => (
  <li class="trend">
    <span class="figure-name">{name}</span>
    <Bars parts={parts} />
    <span class="muted">{children}</span>
  </li>
);
