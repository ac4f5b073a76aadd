/** What only the process that writes the rooms does: the source of matches, delivery of gifts. Calls do not overlap. */
export interface WriterDuties {
  /** This process writes the rooms from now on. Repeated after an error. */
  begin(): Promise<void>
  /** Another process writes the rooms from now on. */
  end(): Promise<void>
}

/** Changes of a repeated command. */
export interface CommandOptions<Parameters> {
  /**
   * The parameters of a repetition after an unknown result, for commands that do nothing the second time. Others are not
   * repeated.
   */
  readonly again?: (parameters: Parameters) => Parameters
}

/** The process that writes the rooms: this one, or one of several that share them (decision 123). */
export interface RoomWriter {
  /** True if several processes share the rooms. */
  readonly isShared: boolean
  /** True if this process writes the rooms now. */
  readonly isHere: boolean
  /**
   * Returns a function that executes `work` in the process that writes the rooms. Parameters and results are JSON.
   *
   * @param name of the command, unique and the same in all processes
   * @throws SharedStateError if no process writes the rooms for some seconds, or the result is unknown
   */
  define<Parameters, Reply>(
    name: string,
    work: (parameters: Parameters) => Promise<Reply>,
    options?: CommandOptions<Parameters>,
  ): (parameters: Parameters) => Promise<Reply>
  /** Starts or ends the duties now and whenever the writer changes. */
  begin(duties: WriterDuties): Promise<void>
  /** This process stops: it begins no duties any more, and refuses commands of other processes. */
  leave(): Promise<void>
}

/** The writer of a single process. */
export const SOLE_WRITER: RoomWriter = {
  isShared: false,
  isHere: true,
  define: (_name, work) => work,
  begin: (duties) => duties.begin(),
  leave: async () => {},
}
