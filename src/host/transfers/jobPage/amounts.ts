import * as vscode from '../../vscode.ts';
import type { JobTransferView } from '../../../messages/jobPage.ts';
import type { TransferState } from '../../../model/transfers/jobs/transferRate.ts';
import { percentOf, spanText } from '../messages.ts';
import { bytesText } from '../../kit/words/format.ts';

/** Unknown values are left out. */
export const transferView = (direction: JobTransferView['direction'], state: TransferState): JobTransferView => {
  const { t } = vscode.l10n;
  const { doneBytes, totalBytes, bytesPerSecond, msLeft } = state;
  const isSized = totalBytes !== undefined && totalBytes > 0;
  return {
    direction,
    share: isSized ? Math.min(1, doneBytes / totalBytes) : undefined,
    amount: isSized ? t('{0} of {1}', bytesText(doneBytes), bytesText(totalBytes)) : bytesText(doneBytes),
    percent: isSized ? t('{0}%', percentOf(doneBytes, totalBytes)) : undefined,
    rate: bytesPerSecond === undefined ? undefined : t('{0}/s', bytesText(bytesPerSecond)),
    left: msLeft === undefined || doneBytes === totalBytes ? undefined : t('{0} left', spanText(msLeft)),
  };
};
