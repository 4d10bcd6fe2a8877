import type { VNode } from 'preact';
import type { JobStepView, JobView } from '../../messages/jobPage.ts';
import { Badge } from '../elements/badge.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { durationMessage, useNow } from './durations.ts';
import { Moment } from './facts.tsx';
import { t } from '../elements/texts.ts';

/** Oldest first. */
export function Timeline({ job }: { readonly job: JobView }): VNode {
  const { steps } = job;
  return (
    <section class="story" aria-labelledby="storyTitle">
      <h2 id="storyTitle">{t('Timeline')}</h2>
      {steps.length === 0 ? (
        <p class="quiet">{t('No steps yet.')}</p>
      ) : (
        <ol>
          {steps.map((step, index) => (
            <Step
              key={index}
              step={step}
              besideMs={index === 0 ? undefined : steps[index - 1]?.atMs}
              isLast={index === steps.length - 1}
              hasEnded={job.endedAtMs !== undefined}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function Step(props: {
  readonly step: JobStepView;
  readonly besideMs: number | undefined;
  readonly isLast: boolean;
  readonly hasEnded: boolean;
}): VNode {
  const { step } = props;
  const isNow = props.isLast && !props.hasEnded;
  const now = useNow(isNow ? 1000 : undefined);
  const lastedMs = (step.untilMs ?? now) - step.atMs;
  return (
    <li aria-current={isNow ? 'step' : undefined}>
      <div class="stepLine">
        <Badge icon={step.icon} tone={step.tone}>
          <SafeText text={step.word} role="name" />
        </Badge>
        <span class="stepTime quiet">
          <Moment atMs={step.atMs} besideMs={props.besideMs} />
        </span>
        {(isNow || !props.isLast) && (
          <span class="stepLasted quiet">
            {isNow ? t('for {0} so far', durationMessage(lastedMs)) : durationMessage(lastedMs)}
          </span>
        )}
      </div>
      {step.words !== undefined && (
        <p class="stepMessage words">
          <bdi>
            <SafeText text={step.words} role="message" />
          </bdi>
        </p>
      )}
    </li>
  );
}
