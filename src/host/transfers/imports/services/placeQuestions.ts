import * as vscode from '../../../vscode.ts';
import type { ImportPlace } from '../../../../model/transfers/imports/places.ts';
import { pathFromName } from '../../../../model/transfers/imports/pathRules.ts';
import type { PartQuestion } from '../../../kit/questions/wizard.ts';
import type { TransfersArea } from '../../area.ts';
import type { Importer } from '../account.ts';
import { askPath } from '../askPath.ts';
import { chooseNamespace } from '../chooseNamespace.ts';

/** Destination of an import. */
export interface Target {
  readonly place: ImportPlace;
  readonly path: string;
}

/** `name`: the project's name at the other service. */
export const placeQuestions = <Answers extends Target>(
  area: TransfersArea,
  { account, client }: Importer,
  titled: (what: string) => string,
  name: (answers: Partial<Answers>) => string,
): { readonly place: PartQuestion<Answers, 'place'>; readonly path: PartQuestion<Answers, 'path'> } => ({
  place: { part: 'place', ask: (_, at) => chooseNamespace(area, account, titled(vscode.l10n.t('destination')), at) },
  path: {
    part: 'path',
    async ask(answers, at) {
      const chosen = await askPath({
        title: titled(vscode.l10n.t('name')),
        at,
        client,
        thing: 'project',
        parent: answers.place?.path,
        value: answers.path ?? pathFromName(name(answers)),
      });
      return chosen?.path;
    },
  },
});
