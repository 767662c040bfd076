import { Loader } from '../../ui/Loader';
import { Gate } from '../gate/Gate';

/** Shown until it is known whether somebody is signed in. */
export function StartingScreen() {
  return (
    <Gate>
      <h1 className="visually-hidden">Starting</h1>
      <Loader>Checking your session</Loader>
    </Gate>
  );
}
