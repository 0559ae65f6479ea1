import { OwnWebhookForm } from './alone/own-webhook-form.tsx';
import { CallForm } from './calls/call-form.tsx';
import { Expectations } from './expectations/expectations.tsx';
import type { KeptExpectations } from './expectations/kept-expectations.ts';
import { Faults } from './faults/faults.tsx';
import { Tabs } from './frame/tabs.tsx';
import type { KnownScenarios } from './link/scenarios.ts';
import type { Service } from './link/service.ts';
import type { Tab } from './list/tab.ts';
import { Receivers } from './receivers/receivers.tsx';
import type { KeptRuns } from './runs/kept-runs.ts';
import { Runs } from './runs/runs.tsx';
import { type Task, type TaskFields, taskNames, tasks } from './task.ts';
import { TextForm } from './texts/text-form.tsx';
import type { Model } from './timeline/model.ts';

/** The tasks of the page, one at a time, and the receivers and faults that calls and texts meet. */
export interface FormsPaneProps extends TaskFormProps {
  readonly onTask: (task: Task) => void;
}

export function FormsPane({ onTask, ...form }: FormsPaneProps) {
  const { task, model } = form;
  return (
    <section class="pane forms" aria-label="Do something">
      <Tabs label="What to do" ids={tasks} names={taskNames} current={task} onChoose={onTask} />
      <div class="pane-body">
        <TaskForm {...form} />
        {(task === 'call' || task === 'text') && (
          <>
            <Receivers version={model.arrivals} />
            <Faults version={model.faults} />
          </>
        )}
      </div>
    </section>
  );
}

export interface TaskFormProps {
  readonly task: Task;
  readonly fields: TaskFields;
  readonly model: Model;
  readonly service: Service | null | undefined;
  readonly scenarios: KnownScenarios;
  readonly expectations: KeptExpectations;
  readonly kept: KeptRuns;
  readonly onPlaced: (callId: string) => void;
  readonly onSent: (said: string, tab?: Tab) => void;
  readonly onPlayed: (requests: number) => void;
}

function TaskForm({ task, fields, model, service, scenarios, expectations, kept, onPlaced, onSent, onPlayed }: TaskFormProps) {
  return (
    <div role="tabpanel" id={`panel-${task}`} aria-labelledby={`tab-${task}`}>
      <div hidden={task !== 'call'}>
        {service === null ? (
          <OwnWebhookForm scenarios={scenarios.calls} firstField={fields.call} onPlaced={onPlaced} onSent={onSent} />
        ) : (
          <CallForm service={service} scenarios={scenarios.calls} firstField={fields.call} onPlaced={onPlaced} />
        )}
      </div>
      <div hidden={task !== 'text'}>
        <TextForm service={service} scenarios={scenarios.texts} firstField={fields.text} onSent={onSent} />
      </div>
      {task === 'expect' && <Expectations kept={expectations} version={model.arrivals} />}
      {task === 'runs' && <Runs version={model.requests} kept={kept} onPlayed={onPlayed} />}
    </div>
  );
}
