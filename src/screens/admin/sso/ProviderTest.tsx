import { useFormikContext } from 'formik';
import { useId } from 'react';
import { useDispatch } from 'react-redux';
import { selectSsoTest, STEP_LABELS, type SsoValues } from '../../../../sagas/features/admin/sso/sso.rules';
import { ssoTestPressed } from '../../../../sagas/features/admin/sso/sso.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';

/** Tests the provider with the values in the form, and shows the result of each step. */
export function ProviderTest({ organizationId }: { readonly organizationId: string }) {
  const dispatch = useDispatch();
  const { values } = useFormikContext<SsoValues>();
  const { busy, steps, outcome, ok } = useAppSelector((state) => selectSsoTest(state, values));
  const [issuer, client] = [values.issuer.trim(), values.client.trim()];
  const isReady = issuer !== '' && client !== '';
  const missingId = useId();
  return (
    <section className="form-card" aria-labelledby="sso-test">
      <div className="form-status">
        <div>
          <h2 id="sso-test">Test</h2>
          <p className="quiet">Checks that the provider has everything that sign-in needs. Nothing is saved.</p>
          {!isReady && (
            <p id={missingId} className="quiet">
              Please enter the issuer and the client ID first.
            </p>
          )}
        </div>
        {/* Disabled, it could not be focused, so that what is missing would not be read. */}
        <Button
          busy={busy}
          aria-disabled={!isReady}
          aria-describedby={isReady ? undefined : missingId}
          onClick={() => isReady && dispatch(ssoTestPressed({ organizationId, issuer, client }))}
        >
          Test the provider
        </Button>
      </div>
      <div role="status">
        {outcome !== null && <p className={ok ? 'test-outcome' : 'test-outcome is-wrong'}>{outcome}</p>}
        {steps.length > 0 && (
          <ul className="test-steps">
            {steps.map(({ step, ok: found, message }) => (
              <li key={step} className={found ? undefined : 'is-wrong'}>
                <Icon name={found ? 'check' : 'alert'} />
                <span>
                  <strong>
                    {STEP_LABELS[step]}
                    {found ? '' : ' (failed)'}
                  </strong>{' '}
                  {message}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
