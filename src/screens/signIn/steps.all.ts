export { FailedStep } from './FailedStep';
export { FinishingStep } from './FinishingStep';
export { TakeoverQuestion } from './TakeoverQuestion';
export { TwoFactorForm } from './TwoFactorForm';
