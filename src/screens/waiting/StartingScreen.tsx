import { Loader } from '../../ui/Loader';
import { Gate } from '../gate/Gate';

/** Shown until it is known whether somebody is signed in. */
export function StartingScreen() {
  return (
    <Gate>
      <Loader>Checking your session</Loader>
    </Gate>
  );
}
