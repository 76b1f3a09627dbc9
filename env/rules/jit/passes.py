"""The compiler passes that our kernels go through: those of Numba's pipeline that can have an effect on them.

A kernel has no closure, no `with`, no generator, no list and no array expression, so that nothing is inlined, unrolled or
lifted. A kernel that owns no arrays releases nothing when a variable's life ends, so those ends are not marked.
"""

from typing import Any

from numba.core import ir_utils
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import AnalysisPass, PassManager, register_pass
from numba.core.postproc import PostProcessor
from numba.core.typed_passes import (
    NativeLowering,
    NoPythonBackend,
    NoPythonSupportedFeatureValidation,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    TranslateByteCode,
)


@register_pass(mutates_CFG=False, analysis_only=True)
class Legalization(AnalysisPass):
    """Numba's check before code is generated; it marks where variables end only for kernels that own arrays."""

    _name = "legalization_of_kernels"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Check the code of a function, and find out where its variables live."""
        ir_utils.enforce_no_phis(state.func_ir)
        PostProcessor(state.func_ir).run(emit_dels=state.flags.nrt)
        return True


class Pipeline(CompilerBase):
    """The pipeline that compiles a kernel."""

    def define_pipelines(self) -> list[PassManager]:
        """Return the passes, in their order."""
        manager = PassManager("kernel")
        for each in (
            TranslateByteCode,
            FixupArgs,
            IRProcessing,
            DeadBranchPrune,
            GenericRewrites,
            ReconstructSSA,
            DeadBranchPrune,
            NopythonTypeInference,
            PreLowerStripPhis,
            NoPythonSupportedFeatureValidation,
            Legalization,
            NativeLowering,
            NoPythonBackend,
        ):
            manager.add_pass(each, each._name)
        manager.finalize()
        return [manager]
