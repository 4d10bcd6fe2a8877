import type { VNode } from 'preact';
import type { FromBoardPage, ReportView, StepView } from '../../messages/board.ts';
import { Icon, IconButton } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { ActionButton } from './actionButton.tsx';
import { MergeRequestLine } from './mergeRequestLine.tsx';
import { t } from '../elements/texts.ts';

/** Report of applying or undoing. */
export function Report(props: { readonly report: ReportView; readonly post: (message: FromBoardPage) => void }): VNode {
  const { report, post } = props;
  const send = (type: 'undo' | 'requestRefused' | 'copyReport' | 'forgetReport'): void =>
    post({ type, report: report.id });
  return (
    <section class="report" aria-label={t('Report: {0}', report.title)}>
      <div class="reportHead">
        <h2>{report.title}</h2>
        <span class="filler" />
        {!report.isRunning && (
          <>
            <IconButton icon="copy" label={t('Copy the report as Markdown')} onClick={() => send('copyReport')} />
            <IconButton icon="close" label={t('Remove the report')} onClick={() => send('forgetReport')} />
          </>
        )}
      </div>
      <p role="status">{report.summary}</p>
      <div class="buttons">
        {report.isRunning && (
          <ActionButton icon="debug-stop" label={t('Stop')} onClick={() => post({ type: 'stopApplying' })} />
        )}
        {report.canCreateMergeRequest && (
          <ActionButton
            icon="git-pull-request"
            label={t('Create Merge Request…')}
            onClick={() => send('requestRefused')}
          />
        )}
        {report.canUndo && <ActionButton icon="discard" label={t('Undo…')} onClick={() => send('undo')} />}
      </div>
      {report.branches.map(({ branch, steps, request }, index) => (
        <div key={`${index} ${branch}`} class="reportBranch">
          <h3>
            <Icon name="git-branch" /> <SafeText text={branch} role="name" />
          </h3>
          <ol>
            {steps.map((step) => (
              <Step key={step.sha ?? step.title} step={step} post={post} />
            ))}
          </ol>
          {request && <MergeRequestLine request={request} post={post} />}
        </div>
      ))}
    </section>
  );
}

function Step({ step, post }: { readonly step: StepView; readonly post: (message: FromBoardPage) => void }): VNode {
  const open = (sha: string): void => post({ type: 'openCommit', sha });
  return (
    <li>
      <div class="stepLine">
        <Icon name={step.icon} class={`${step.tone}${step.icon === 'loading' ? ' codicon-modifier-spin' : ''}`} />
        <span class="stepWord">{step.word}</span>
        {step.sha !== undefined && (
          <button type="button" class="link code" onClick={() => open(step.sha ?? '')}>
            {step.sha.slice(0, 8)}
          </button>
        )}
        {step.createdSha !== undefined && (
          <>
            <span aria-hidden="true">→</span>
            <span class="forReaders">{t('as')}</span>
            <button type="button" class="link code" onClick={() => open(step.createdSha ?? '')}>
              {step.createdSha.slice(0, 8)}
            </button>
          </>
        )}
        <span class="stepTitle">
          <SafeText text={step.title} role="name" />
        </span>
      </div>
      {step.detail !== '' && (
        <p class="stepDetail words">
          <SafeText text={step.detail} role="message" />
        </p>
      )}
    </li>
  );
}
