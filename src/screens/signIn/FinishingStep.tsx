import { Loader } from '../../ui/Loader';
import { StepHeading } from '../../ui/StepHeading';

export function FinishingStep() {
  return (
    <>
      <StepHeading>Signing you in</StepHeading>
      <Loader>Getting your account ready</Loader>
    </>
  );
}
