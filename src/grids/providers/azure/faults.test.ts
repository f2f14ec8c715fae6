import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf, isOfCredential, sentenceOf, statusFault } from './faults.ts';
import { missingActions, roleActions } from './role.ts';

const sdkError = (code: string, message: string) => Object.assign(new Error(message), { code });

test('an error of Azure becomes a sentence with its cause, its code and the words of Azure', () => {
  const quota =
    'Operation could not be completed as it results in exceeding approved Total Regional Cores quota.';
  assert.equal(
    sentenceOf(faultOf(sdkError('OperationNotAllowed', quota))),
    `The vCPU quota of the subscription is used up in this region. Request a higher quota, or use fewer or smaller nodes (OperationNotAllowed: ${quota.slice(0, -1)}).`,
  );
  assert.equal(
    sentenceOf(faultOf(sdkError('OperationNotAllowed', 'The VM is locked.'))),
    'OperationNotAllowed: The VM is locked.',
  );
});

test('reads the code of a failed operation, of a sign-in and of a status', () => {
  assert.deepEqual(
    faultOf(new Error('The long-running operation has failed. AllocationFailed. There is no capacity.')),
    { code: 'AllocationFailed', message: 'There is no capacity.' },
  );
  const signIn = faultOf(
    new Error(
      'invalid_client: Error(s): 7000215 - Timestamp: 2026 - Description: AADSTS7000215: Invalid client secret provided. Trace ID: 1 Correlation ID: 2 Timestamp: 3',
    ),
  );
  assert.deepEqual(signIn, { code: 'AADSTS7000215', message: 'Invalid client secret provided.' });
  assert.ok(isOfCredential(signIn));
  assert.deepEqual(statusFault({ code: 'ProvisioningState/failed/SkuNotAvailable', message: 'Gone. ' }), {
    code: 'SkuNotAvailable',
    message: 'Gone.',
  });
  assert.equal(statusFault({ code: 'ProvisioningState/succeeded' }), undefined);
  assert.equal(statusFault({ code: 'PowerState/running' }), undefined);
});

test('finds the actions that no role of a credential allows', () => {
  assert.deepEqual(missingActions([{ actions: ['*'], notActions: [] }]), []);
  assert.deepEqual(missingActions([]), roleActions);
  const contributorOfNetworks = { actions: ['microsoft.network/*'], notActions: ['*/join/action'] };
  const rest = { actions: ['*'], notActions: ['Microsoft.Network/*'] };
  assert.deepEqual(missingActions([contributorOfNetworks, rest]), [
    'Microsoft.Network/networkSecurityGroups/join/action',
    'Microsoft.Network/virtualNetworks/subnets/join/action',
  ]);
});
