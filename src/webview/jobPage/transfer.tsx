import type { VNode } from 'preact';
import type { JobTransferView } from '../../messages/jobPage.ts';

/** Bytes under way: a bar and the figures. Nothing of it is read out by itself. */
export function Transfer({ transfer }: { readonly transfer: JobTransferView }): VNode {
  const { direction, share, amount, percent, rate, left } = transfer;
  const title = direction === 'sending' ? 'Upload' : 'Download';
  const figures = [amount, percent, rate, left].filter((each) => each !== undefined);
  return (
    <section class="transfer" aria-label={title}>
      <progress
        aria-label={title}
        aria-valuetext={figures.join(', ')}
        {...(share === undefined ? {} : { max: 1, value: share })}
      />
      <p class="figures">
        <strong>{direction === 'sending' ? 'Sent' : 'Received'}</strong>
        {figures.map((figure) => (
          <span key={figure}>{figure}</span>
        ))}
        {share === undefined && <span class="quiet">The server does not tell how much it is.</span>}
      </p>
    </section>
  );
}
