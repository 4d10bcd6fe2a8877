import assert from 'node:assert/strict';
import { handlers } from '../src/sandbox/handlers.ts';
import { catalogue, type OperationName } from '../src/wire/catalogue.ts';
import { administrationSteps, groupRoleSteps } from './everyOperation/administrationSteps.ts';
import { driven, withDriver } from './everyOperation/driving.ts';
import { outsideSteps, withOutside } from './everyOperation/outsideSteps.ts';
import { repositorySteps } from './everyOperation/repositorySteps.ts';
import { reviewSteps } from './everyOperation/reviewSteps.ts';
import { transferSteps, withObjectStore } from './everyOperation/transferSteps.ts';

const names = Object.keys(catalogue) as OperationName[];

describe('every operation, sent by the client to the sandbox', () => {
  describe('repository', () => repositorySteps(withDriver()));
  describe('review', () => reviewSteps(withDriver()));
  describe('administration', () => administrationSteps(withDriver()));
  describe('roles of groups', () => groupRoleSteps(withDriver({ edition: { gitlabCom: true } })));
  describe('exports and imports', () => {
    const { options, keep } = withObjectStore();
    transferSteps(withDriver(options), keep);
  });
  describe('imports from other services', () => {
    const outside = withOutside();
    outsideSteps(withDriver(outside.options), outside);
  });

  describe('the table of operations', () => {
    it('gives each operation a reference of its own', () => {
      const references = names.map((name) => catalogue[name].reference);
      assert.equal(new Set(references).size, references.length);
      for (const reference of references) assert.match(reference, /^[A-Z]{1,2}\d+[a-z]?$/);
    });

    it('has a handler for each operation, and none for anything else', () => {
      assert.deepEqual(Object.keys(handlers).toSorted(), [...names].sort());
    });

    it('has a step for each operation that went through both', function () {
      if (driven.size === 0) this.skip();
      const missing = names.filter((name) => driven.get(name) !== 'answered');
      assert.deepEqual(missing, []);
    });
  });
});
