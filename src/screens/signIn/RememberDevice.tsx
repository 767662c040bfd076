import { REMEMBER_DEVICE_DAYS } from '../../../contract/base/limits';
import '../../ui/theme/factors.css';

interface RememberDeviceProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** The browser's own checkbox, because Semantic's would be most of this step's code. */
export function RememberDevice({ checked, onChange }: RememberDeviceProps) {
  return (
    <div className="remember-device">
      <label>
        <input
          type="checkbox"
          name="remember-device"
          checked={checked}
          aria-describedby="remember-device-hint"
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        Remember this device for {REMEMBER_DEVICE_DAYS} days
      </label>
      <p className="field-hint" id="remember-device-hint">
        You will be asked for your password only. Do not use this on a shared computer.
      </p>
    </div>
  );
}
