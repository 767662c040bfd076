import type { SagaIterator } from 'redux-saga';
import type {
  AnyStateMachine,
  EventFromLogic,
  InputFrom,
  OutputFrom,
  PromiseActorLogic,
  ProvidedActor,
  StateMachine,
  ParameterizedObject,
  MetaObject,
  EventObject,
  MachineContext,
  AnyActorRef,
  StateValue,
  NonReducibleUnknown,
} from 'xstate';

type Parts<M> =
  M extends StateMachine<
    infer _Context extends MachineContext,
    infer _Event extends EventObject,
    infer _Children extends Record<string, AnyActorRef | undefined>,
    infer Actor extends ProvidedActor,
    infer Action extends ParameterizedObject,
    infer _Guard extends ParameterizedObject,
    infer _Delay extends string,
    infer _Value extends StateValue,
    infer _Tag extends string,
    infer _Input,
    infer _Output extends NonReducibleUnknown,
    infer _Emitted extends EventObject,
    infer _Meta extends MetaObject,
    infer _Config
  >
    ? { readonly actor: Actor; readonly action: Action }
    : never;

type ActorOf<M> = Parts<M>['actor'];
type ActionOf<M> = Parts<M>['action'];

type ServiceFor<Logic> =
  Logic extends PromiseActorLogic<infer Output, infer Input, infer _Emitted>
    ? (input: Input) => SagaIterator<Output>
    : never;

/** One saga for each service the machine names; a missing one does not compile. */
export type Services<M> = { readonly [A in ActorOf<M> as A['src']]: ServiceFor<A['logic']> };

/** Sagas for the machine's named actions, except those that only assign. */
export type Actions<M> = {
  readonly [A in ActionOf<M> as A['type']]?: (params: A['params']) => SagaIterator<void>;
};

export type MachineEvent<M extends AnyStateMachine> = EventFromLogic<M>;
export type MachineInput<M extends AnyStateMachine> = InputFrom<M>;
export type MachineOutput<M extends AnyStateMachine> = OutputFrom<M>;
