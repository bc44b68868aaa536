// The hazards of operators in addition to those of executed.csv: their sentences, layers of well-known networks, which have
// none, and the windows of random convolutions and poolings, compared with a model.
#include "described_operator.hpp"
#include "models/operators.hpp"
#include "models/window_hazards.hpp"
#include "operator_views.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace operator_hazards_test
{

namespace
{

namespace dml = dml_tensor_utils;
using described_operator::VerdictOn;

// ---- sentences ------------------------------------------------------------------------------------------------------

struct SentenceCase
{
    const char* description;
    const char* sentence; // without the operator's name and "DirectML accepts this, but"; "" if there is no hazard
};

// clang-format off
const SentenceCase Sentences[] = {
    // A 1 x 1 filter with padding, and U-Net's upsampling with an output_padding of 1.
    {"CONVOLUTION FLOAT32:1,64,8,8 FLOAT32:64,64,1,1 OutputTensor=FLOAT32:1,64,10,10 StartPadding=1,1 EndPadding=1,1", ""},
    {"CONVOLUTION FLOAT32:1,64,7,7 FLOAT32:64,32,2,2 OutputTensor=FLOAT32:1,32,15,15 Strides=2,2 Direction=BACKWARD", ""},
    {"CONVOLUTION FLOAT32:1,64,7,7 FLOAT32:64,32,2,2 OutputTensor=FLOAT32:1,32,16,16 Strides=2,2 Direction=BACKWARD",
     "OutputTensor.Sizes[2] is 16; no element of the input reaches the last element on this axis, which is the bias or 0. "
     "It should be 14, or up to 15 with an output_padding [WindowOutside]"},
    {"CONVOLUTION FLOAT32:1,1,3 FLOAT32:1,1,2 OutputTensor=FLOAT32:1,1,5 Direction=BACKWARD EndPadding=1",
     "OutputTensor.Sizes[2] is 5; with Strides {2} it would fit; otherwise no element of the input reaches the last element on this axis, which is the bias or 0. It should be 3 [WindowOutside]"},
    {"CONVOLUTION FLOAT32:1,1,3 FLOAT32:1,1,2 OutputTensor=FLOAT32:1,1,5 Direction=BACKWARD EndPadding=4",
     "OutputTensor.Sizes[2] is 5; with Strides {2} it would fit; otherwise no element of the input reaches the last element on this axis, which is the bias or 0. It should be 4 [WindowOutside]"},
    // A padding that was forgotten.
    {"CONVOLUTION FLOAT32:1,4,4,4 FLOAT32:8,4,3,3 - FLOAT32:1,8,4,4",
     "OutputTensor.Sizes[2] is 4; with StartPadding {1, 1} and EndPadding {1, 1} it would fit; otherwise with the given attributes it should be 2. DirectML computes as if the missing padding were all in EndPadding [EndPaddingAssumed]"},
    {"MAX_POOLING FLOAT32:1,1,5,5 FLOAT32:1,1,4,5 Strides=1,1 WindowSize=3,1",
     "OutputTensor.Sizes[2] is 4; with the given attributes it should be 3. If 4 is meant, StartPadding[0] + EndPadding[0] must "
     "be 1; DirectML computes as if the missing padding were all in EndPadding [EndPaddingAssumed]"},
    {"AVERAGE_POOLING FLOAT32:1,1,1,6 FLOAT32:1,1,1,4 Strides=1,2 WindowSize=1,5 StartPadding=0,1",
     "OutputTensor.Sizes[3] is 4; with the given attributes it should be 2. If 4 is meant, StartPadding[1] + EndPadding[1] must "
     "be 5 or 6; DirectML computes as if the missing padding were all in EndPadding [EndPaddingAssumed]"},
    {"AVERAGE_POOLING FLOAT32:1,1,1,6 FLOAT32:1,1,1,4 Strides=1,2 WindowSize=1,4 StartPadding=0,1",
     "OutputTensor.Sizes[3] is 4; with StartPadding {0, 2} and EndPadding {0, 2} it would fit; otherwise with the given attributes it should be 2, or 3 rounded up. DirectML computes as if the missing padding were all in EndPadding [EndPaddingAssumed]"},
    {"CONVOLUTION FLOAT32:1,1,9 FLOAT32:1,1,3 - FLOAT32:1,1,4 Strides=3",
     "OutputTensor.Sizes[2] is 4; with Strides {2} it would fit; otherwise with the given attributes it should be 3. DirectML computes as if the missing padding were all in EndPadding [EndPaddingAssumed]"},
    {"MAX_POOLING2 FLOAT32:1,2,5,5 OutputTensor=FLOAT32:1,2,1,1 WindowSize=8,2 Strides=1,1",
     "WindowSize[0] is 8, and the input has 5 elements with its paddings; make the window smaller, or StartPadding[0] + "
     "EndPadding[0] at least 3 [WindowBeyondInput]"},
    {"CONVOLUTION FLOAT32:1,1,4 FLOAT32:1,1,3 - FLOAT32:1,1,1 Dilations=2",
     "with its dilation FilterTensor.Sizes[2] spans 5 elements, and the input has 4 with its paddings; make the window or "
     "the dilation smaller, or StartPadding[0] + EndPadding[0] at least 1 [WindowBeyondInput]"},
    // The inverse scale.
    {"RESAMPLE FLOAT32:10 FLOAT32:20 Scales=0.5",
     "Scales[0] is below 1, and the output's size on this axis, 20, is above the input's, 10; a scale is the output's "
     "size / the input's size, so it should be about 20 / 10 [ScaleOpposesSizes]"},
    {"RESAMPLE1 FLOAT32:1,8 FLOAT32:1,4 Scales=1,2",
     "Scales[1] is above 1, and the output's size on this axis, 4, is below the input's, 8; a scale is the output's size "
     "/ the input's size, so it should be about 4 / 8 [ScaleOpposesSizes]"},
    // With three spatial axes, DirectML's other way of a filter of the input's sizes needs a first axis of size 1.
    {"CONVOLUTION FLOAT32:1,1,2,2,2 FLOAT32:1,1,2,2,2 - FLOAT32:1,1,1,1,1 StartPadding=1,0,0", ""},
    {"CONVOLUTION FLOAT32:1,1,1,2,2 FLOAT32:1,1,1,2,2 - FLOAT32:1,1,1,1,1 StartPadding=0,1,0",
     "StartPadding[1] is 1, the filter has the sizes of the input, and the output has one position; DirectML then "
     "computes 0 or the bias alone. Pad the input first (PADDING), or give the output a second position "
     "[FilterCoversInput]"},
    // Numbers that were left at 0.
    {"ACTIVATION_LINEAR FLOAT32:3 FLOAT32:3 Alpha=0 Beta=2",
     "Alpha is 0, as in a struct that was not filled in; the finite values of InputTensor have no effect. Set Alpha "
     "[IgnoresInput]"},
    {"ACTIVATION_HARD_SIGMOID FLOAT32:3 FLOAT32:3 Alpha=0",
     "Alpha is 0, as in a struct that was not filled in; the finite values of InputTensor have no effect. Set Alpha "
     "[IgnoresInput]"},
    {"ACTIVATION_SCALED_ELU FLOAT32:3 FLOAT32:3 Gamma=0",
     "Gamma is 0, as in a struct that was not filled in; the finite values of InputTensor have no effect. Set Gamma "
     "[IgnoresInput]"},
    {"ACTIVATION_SCALED_TANH FLOAT32:3 FLOAT32:3 Beta=0",
     "Beta is 0, as in a struct that was not filled in; the finite values of InputTensor have no effect. Set Beta "
     "[IgnoresInput]"},
    {"ACTIVATION_PARAMETRIC_SOFTPLUS FLOAT32:3 FLOAT32:3 Alpha=0",
     "Alpha is 0, as in a struct that was not filled in; the finite values of InputTensor have no effect. Set Alpha "
     "[IgnoresInput]"},
    {"ACTIVATION_HARD_SWISH FLOAT32:3 FLOAT32:3 Alpha=0 Beta=0",
     "Alpha is 0, as in a struct that was not filled in; the finite values of InputTensor have no effect. Set Alpha "
     "[IgnoresInput]"},
    {"VALUE_SCALE_2D FLOAT32:1,3,2,2 FLOAT32:1,3,2,2 Scale=0 Bias=1,2,3",
     "Scale is 0, as in a struct that was not filled in; the finite values of InputTensor have no effect. Set Scale "
     "[IgnoresInput]"},
    {"ACTIVATION_SOFTPLUS FLOAT32:3 FLOAT32:3 Steepness=0",
     "Steepness is 0, as in a struct that was not filled in; every element of the output is infinite. Set Steepness "
     "[IgnoresInput]"},
    {"LP_POOLING FLOAT32:1,1,1,4 FLOAT32:1,1,1,2 Strides=1,2 WindowSize=1,2 P=0",
     "P is 0, as in a struct that was not filled in; every element of the output is infinite. Set P [IgnoresInput]"},
    {"LOCAL_RESPONSE_NORMALIZATION FLOAT32:1,3,1,1 FLOAT32:1,3,1,1 Alpha=0 Bias=0",
     "Alpha and Bias are 0, as in a struct that was not filled in; every element is divided by 0. Set both "
     "[IgnoresInput]"},
    {"ROI_POOLING FLOAT32:1,1,3,3 FLOAT32:1,1,1,5 FLOAT32:1,1,2,2 SpatialScale=0 PooledSize=2,2",
     "SpatialScale is 0, as in a struct that was not filled in; every region then starts and ends at 0. Set it to 1, or "
     "to the size of InputTensor / the size of the image in which ROITensor counts [IgnoresInput]"},
    {"ROI_ALIGN FLOAT32:1,1,3,3 FLOAT32:1,4 UINT32:1 FLOAT32:1,1,2,2 SpatialScaleY=0",
     "SpatialScaleY is 0, as in a struct that was not filled in; every region then starts and ends at 0. Set it to 1, or "
     "to the size of InputTensor / the size of the image in which ROITensor counts [IgnoresInput]"},
    {"MULTIHEAD_ATTENTION FLOAT32:1,2,2 FLOAT32:1,2,2 FLOAT32:1,2,2 MaskTensor=INT32:1,1,2,2 OutputTensor=FLOAT32:1,2,2 "
     "HeadCount=1 MaskType=BOOLEAN MaskFilterValue=0",
     "MaskFilterValue is 0, which is added to the scores that MaskTensor excludes, so that the mask has no effect; set it "
     "to a negative number, such as -10000 [IgnoresInput]"},
    {"ELEMENT_WISE_CLIP FLOAT32:3 FLOAT32:3 Min=0 Max=0",
     "Min equals Max, so that every element becomes that number; set both [IgnoresInput]"},
    {"ELEMENT_WISE_CLIP1 INT32:3 INT32:3 Min=3 Max=1",
     "Min is above Max, so that every element becomes Min; exchange them [IgnoresInput]"},
    // The input has an effect, and no number is missing.
    {"ACTIVATION_HARD_SWISH FLOAT32:3 FLOAT32:3 Alpha=0 Beta=0.5", ""},
    {"ACTIVATION_ELU FLOAT32:3 FLOAT32:3 Alpha=0", ""},
    {"ACTIVATION_LEAKY_RELU FLOAT32:3 FLOAT32:3 Alpha=0", ""},
    {"ACTIVATION_THRESHOLDED_RELU FLOAT32:3 FLOAT32:3 Alpha=0", ""},
    {"ACTIVATION_SCALED_ELU FLOAT32:3 FLOAT32:3 Alpha=0", ""},
    {"ACTIVATION_SWISH FLOAT32:3 FLOAT32:3 SigmoidInputScale=0", ""},
    {"ACTIVATION_SHRINK FLOAT32:3 FLOAT32:3 Bias=0 Threshold=0", ""},
    {"LOCAL_RESPONSE_NORMALIZATION FLOAT32:1,3,1,1 FLOAT32:1,3,1,1 Alpha=0 Bias=1", ""},
    {"LOCAL_RESPONSE_NORMALIZATION FLOAT32:1,3,1,1 FLOAT32:1,3,1,1 Bias=0", ""},
    {"LP_POOLING FLOAT32:1,1,1,4 FLOAT32:1,1,1,2 Strides=1,2 WindowSize=1,2 P=2147483648", ""},
    {"MULTIHEAD_ATTENTION FLOAT32:1,2,2 FLOAT32:1,2,2 FLOAT32:1,2,2 OutputTensor=FLOAT32:1,2,2 HeadCount=1 "
     "MaskFilterValue=0", ""},
    // The numbers of a fused activation are not looked at.
    {"CONVOLUTION FLOAT32:1,1,5,5 FLOAT32:1,1,3,3 - FLOAT32:1,1,3,3 FusedActivation=ACTIVATION_LINEAR", ""},
};
// clang-format on

TEST(OperatorHazards, HaveSentences)
{
    for (const SentenceCase& example : Sentences)
    {
        const dml::OperatorDiagnosis found = VerdictOn(example.description);
        const std::string text = example.description;
        const std::string name = text.substr(0, text.find(' '));
        const std::string sentence = example.sentence;
        EXPECT_EQ(Explain(found).c_str(),
                  sentence.empty() ? "no error" : name + ": DirectML accepts this, but " + sentence)
            << text;
        // describe_tensor operator NAME lists the hazards of the operator.
        const std::string ending = sentence.substr(sentence.find_last_of('[') + 1);
        EXPECT_NE(operator_views::RulesText(found.type).find(ending), std::string::npos) << text;
    }
}

// ---- networks -------------------------------------------------------------------------------------------------------

struct Layer
{
    const char* network;
    const char* description;
};

// The sizes are those of the published architectures, or of the implementation that is named.
// clang-format off
const Layer Layers[] = {
    {"VGG-16", "CONVOLUTION FLOAT32:1,3,224,224 FLOAT32:64,3,3,3 FLOAT32:1,64,1,1 FLOAT32:1,64,224,224 StartPadding=1,1 EndPadding=1,1 FusedActivation=ACTIVATION_RELU"},
    {"VGG-16", "MAX_POOLING FLOAT32:1,64,224,224 FLOAT32:1,64,112,112 Strides=2,2 WindowSize=2,2"},
    {"VGG-16", "MAX_POOLING FLOAT32:1,512,14,14 FLOAT32:1,512,7,7 Strides=2,2 WindowSize=2,2"},
    {"VGG-16", "CONVOLUTION FLOAT32:1,512,7,7 FLOAT32:4096,512,7,7 - FLOAT32:1,4096,1,1"}, // a dense layer as a convolution
    {"VGG-16", "GEMM FLOAT32:1,25088 FLOAT32:4096,25088 FLOAT32:1,4096 FLOAT32:1,4096 TransB=TRANSPOSE"},

    {"ResNet-50", "CONVOLUTION FLOAT32:8,3,224,224 FLOAT32:64,3,7,7 - FLOAT32:8,64,112,112 Strides=2,2 StartPadding=3,3 EndPadding=3,3"},
    {"ResNet-50", "MAX_POOLING FLOAT32:8,64,112,112 FLOAT32:8,64,56,56 Strides=2,2 WindowSize=3,3 StartPadding=1,1 EndPadding=1,1"},
    {"ResNet-50", "CONVOLUTION FLOAT32:8,64,56,56 FLOAT32:256,64,1,1 - FLOAT32:8,256,56,56"},
    {"ResNet-50", "CONVOLUTION FLOAT32:8,128,56,56 FLOAT32:128,128,3,3 - FLOAT32:8,128,28,28 Strides=2,2 StartPadding=1,1 EndPadding=1,1"},
    {"ResNet-50", "CONVOLUTION FLOAT32:8,256,56,56 FLOAT32:512,256,1,1 - FLOAT32:8,512,28,28 Strides=2,2"}, // the shortcut
    {"ResNet-50", "AVERAGE_POOLING FLOAT32:8,2048,7,7 FLOAT32:8,2048,1,1 WindowSize=7,7 Strides=1,1"},

    {"MobileNetV2", "CONVOLUTION FLOAT32:1,32,112,112 FLOAT32:32,1,3,3 - FLOAT32:1,32,112,112 StartPadding=1,1 EndPadding=1,1 GroupCount=32"},
    {"MobileNetV2", "CONVOLUTION FLOAT32:1,96,112,112 FLOAT32:96,1,3,3 - FLOAT32:1,96,56,56 Strides=2,2 StartPadding=1,1 EndPadding=1,1 GroupCount=96"},
    {"MobileNetV2", "ELEMENT_WISE_CLIP FLOAT32:1,96,56,56 FLOAT32:1,96,56,56 Min=0 Max=6"},
    {"MobileNetV2", "QUANTIZED_LINEAR_CONVOLUTION UINT8:1,3,224,224 FLOAT32:1 UINT8:1 UINT8:32,3,3,3 FLOAT32:1 UINT8:1 - FLOAT32:1 UINT8:1 UINT8:1,32,112,112 Strides=2,2 StartPadding=1,1 EndPadding=1,1"},
    {"MobileNetV2", "QUANTIZED_LINEAR_AVERAGE_POOLING UINT8:1,1280,7,7 FLOAT32:1 UINT8:1 FLOAT32:1 UINT8:1 UINT8:1,1280,1,1 WindowSize=7,7 Strides=1,1"},

    // TensorFlow's SAME: a stride of 2 needs more padding at the end than at the start.
    {"EfficientNet-B0", "CONVOLUTION FLOAT32:1,3,224,224 FLOAT32:32,3,3,3 - FLOAT32:1,32,112,112 Strides=2,2 EndPadding=1,1"},
    {"EfficientNet-B0", "CONVOLUTION FLOAT32:1,144,56,56 FLOAT32:144,1,5,5 - FLOAT32:1,144,28,28 Strides=2,2 StartPadding=1,1 EndPadding=2,2 GroupCount=144"},
    {"EfficientNet-B0", "CONVOLUTION FLOAT32:1,672,14,14 FLOAT32:672,1,5,5 - FLOAT32:1,672,7,7 Strides=2,2 StartPadding=1,1 EndPadding=2,2 GroupCount=672"},
    {"EfficientNet-B0", "REDUCE AVERAGE FLOAT32:1,32,112,112 FLOAT32:1,32,1,1 Axes=2,3"}, // squeeze and excitation
    {"EfficientNet-B0", "CONVOLUTION FLOAT32:1,32,1,1 FLOAT32:8,32,1,1 FLOAT32:1,8,1,1 FLOAT32:1,8,1,1"},
    {"EfficientNet-B0", "ACTIVATION_SWISH FLOAT32:1,32,112,112 FLOAT32:1,32,112,112"},

    {"Inception v3", "CONVOLUTION FLOAT32:1,3,299,299 FLOAT32:32,3,3,3 - FLOAT32:1,32,149,149 Strides=2,2"},
    {"Inception v3", "CONVOLUTION FLOAT32:1,32,149,149 FLOAT32:32,32,3,3 - FLOAT32:1,32,147,147"},
    {"Inception v3", "MAX_POOLING FLOAT32:1,64,147,147 FLOAT32:1,64,73,73 Strides=2,2 WindowSize=3,3"},
    {"Inception v3", "CONVOLUTION FLOAT32:1,48,35,35 FLOAT32:64,48,5,5 - FLOAT32:1,64,35,35 StartPadding=2,2 EndPadding=2,2"},
    {"Inception v3", "CONVOLUTION FLOAT32:1,128,17,17 FLOAT32:128,128,1,7 - FLOAT32:1,128,17,17 StartPadding=0,3 EndPadding=0,3"},
    {"Inception v3", "CONVOLUTION FLOAT32:1,384,8,8 FLOAT32:384,384,3,1 - FLOAT32:1,384,8,8 StartPadding=1,0 EndPadding=1,0"},
    {"Inception v3", "AVERAGE_POOLING FLOAT32:1,192,35,35 FLOAT32:1,192,35,35 WindowSize=3,3 Strides=1,1 StartPadding=1,1 EndPadding=1,1 IncludePadding=true"},
    {"Inception v3", "AVERAGE_POOLING FLOAT32:1,768,17,17 FLOAT32:1,768,5,5 WindowSize=5,5 Strides=3,3"}, // the auxiliary head
    {"Inception v3", "CONVOLUTION FLOAT32:1,128,5,5 FLOAT32:768,128,5,5 - FLOAT32:1,768,1,1"},

    {"DenseNet-121", "MAX_POOLING FLOAT32:1,64,112,112 FLOAT32:1,64,56,56 Strides=2,2 WindowSize=3,3 StartPadding=1,1 EndPadding=1,1"},
    {"DenseNet-121", "BATCH_NORMALIZATION FLOAT32:1,64,56,56 FLOAT32:1,64,1,1 FLOAT32:1,64,1,1 FLOAT32:1,64,1,1 FLOAT32:1,64,1,1 FLOAT32:1,64,56,56"},
    {"DenseNet-121", "JOIN FLOAT32:1,64,56,56+FLOAT32:1,32,56,56 FLOAT32:1,96,56,56 Axis=1"},
    {"DenseNet-121", "AVERAGE_POOLING FLOAT32:1,128,56,56 FLOAT32:1,128,28,28 WindowSize=2,2 Strides=2,2"},

    // torchvision's poolings with ceil_mode.
    {"GoogLeNet", "MAX_POOLING FLOAT32:1,64,112,112 FLOAT32:1,64,56,56 WindowSize=3,3 Strides=2,2"},
    {"GoogLeNet", "MAX_POOLING FLOAT32:1,480,28,28 FLOAT32:1,480,14,14 WindowSize=3,3 Strides=2,2"},
    {"GoogLeNet", "MAX_POOLING FLOAT32:1,832,14,14 FLOAT32:1,832,7,7 WindowSize=2,2 Strides=2,2"},
    {"GoogLeNet", "MAX_POOLING FLOAT32:1,192,28,28 FLOAT32:1,192,28,28 WindowSize=3,3 Strides=1,1 StartPadding=1,1 EndPadding=1,1"},
    {"GoogLeNet", "LOCAL_RESPONSE_NORMALIZATION FLOAT32:1,64,56,56 FLOAT32:1,64,56,56 CrossChannel=true LocalSize=5"},
    {"SqueezeNet 1.0", "MAX_POOLING FLOAT32:1,96,109,109 FLOAT32:1,96,54,54 WindowSize=3,3 Strides=2,2"},
    {"SqueezeNet 1.0", "MAX_POOLING FLOAT32:1,256,54,54 FLOAT32:1,256,27,27 WindowSize=3,3 Strides=2,2"},
    {"SqueezeNet 1.0", "AVERAGE_POOLING FLOAT32:1,1000,13,13 FLOAT32:1,1000,1,1 WindowSize=13,13 Strides=1,1"},

    {"U-Net", "CONVOLUTION FLOAT32:1,1,572,572 FLOAT32:64,1,3,3 - FLOAT32:1,64,570,570"},
    {"U-Net", "CONVOLUTION FLOAT32:1,1024,28,28 FLOAT32:1024,512,2,2 - FLOAT32:1,512,56,56 Direction=BACKWARD Strides=2,2"},
    {"U-Net", "CONVOLUTION FLOAT32:1,128,196,196 FLOAT32:128,64,2,2 - FLOAT32:1,64,392,392 Direction=BACKWARD Strides=2,2"},
    {"U-Net", "CONVOLUTION FLOAT32:1,64,388,388 FLOAT32:2,64,1,1 - FLOAT32:1,2,388,388"},

    // Transposed convolutions: with output_padding 1, with a filter of 4, and of one pixel.
    {"CycleGAN", "PADDING FLOAT32:1,3,256,256 FLOAT32:1,3,262,262 PaddingMode=REFLECTION StartPadding=0,0,3,3 EndPadding=0,0,3,3"},
    {"CycleGAN", "CONVOLUTION FLOAT32:1,3,262,262 FLOAT32:64,3,7,7 - FLOAT32:1,64,256,256"},
    {"CycleGAN", "CONVOLUTION FLOAT32:1,256,64,64 FLOAT32:256,128,3,3 - FLOAT32:1,128,128,128 Direction=BACKWARD Strides=2,2 StartPadding=1,1 EndPadding=1,1"},
    {"CycleGAN", "CONVOLUTION FLOAT32:1,128,128,128 FLOAT32:128,64,3,3 - FLOAT32:1,64,256,256 Direction=BACKWARD Strides=2,2 StartPadding=1,1 EndPadding=1,1"},
    {"DCGAN", "CONVOLUTION FLOAT32:16,100,1,1 FLOAT32:100,512,4,4 - FLOAT32:16,512,4,4 Direction=BACKWARD"},
    {"DCGAN", "CONVOLUTION FLOAT32:16,512,4,4 FLOAT32:512,256,4,4 - FLOAT32:16,256,8,8 Direction=BACKWARD Strides=2,2 StartPadding=1,1 EndPadding=1,1"},
    {"FCN-8s", "CONVOLUTION FLOAT32:1,21,70,70 FLOAT32:21,21,16,16 - FLOAT32:1,21,568,568 Direction=BACKWARD Strides=8,8"},

    {"YOLOv5s", "CONVOLUTION FLOAT32:1,3,640,640 FLOAT32:32,3,6,6 - FLOAT32:1,32,320,320 Strides=2,2 StartPadding=2,2 EndPadding=2,2"},
    {"YOLOv5s", "MAX_POOLING FLOAT32:1,256,20,20 FLOAT32:1,256,20,20 WindowSize=5,5 Strides=1,1 StartPadding=2,2 EndPadding=2,2"},
    {"YOLOv5s", "RESAMPLE FLOAT32:1,256,20,20 FLOAT32:1,256,40,40 InterpolationMode=NEAREST_NEIGHBOR Scales=1,1,2,2"},
    {"YOLOv5s", "UPSAMPLE_2D FLOAT32:1,128,40,40 FLOAT32:1,128,80,80 ScaleSize=2,2 InterpolationMode=NEAREST_NEIGHBOR"},
    {"YOLOv3", "MAX_POOLING FLOAT32:1,512,13,13 FLOAT32:1,512,13,13 WindowSize=13,13 Strides=1,1 StartPadding=6,6 EndPadding=6,6"}, // SPP
    // Tiny YOLO's pooling without a stride, with one row of padding at the end.
    {"YOLOv3-tiny", "MAX_POOLING FLOAT32:1,512,13,13 FLOAT32:1,512,13,13 WindowSize=2,2 Strides=1,1 EndPadding=1,1"},

    // Dilations, and resampling with aligned corners, half pixels, or 1 x 1 to any size.
    {"DeepLabV3", "CONVOLUTION FLOAT32:1,2048,33,33 FLOAT32:256,2048,3,3 - FLOAT32:1,256,33,33 StartPadding=18,18 EndPadding=18,18 Dilations=18,18"},
    {"DeepLabV3", "CONVOLUTION FLOAT32:1,2048,33,33 FLOAT32:256,2048,3,3 - FLOAT32:1,256,33,33 StartPadding=36,36 EndPadding=36,36 Dilations=36,36"},
    {"DeepLabV3", "RESAMPLE1 FLOAT32:1,256,1,1 FLOAT32:1,256,33,33 InterpolationMode=LINEAR Scales=1,1,33,33 InputPixelOffsets=0,0,0,0 OutputPixelOffsets=0,0,0,0"},
    {"DeepLabV3", "RESAMPLE1 FLOAT32:1,21,33,33 FLOAT32:1,21,513,513 InterpolationMode=LINEAR Scales=1,1,16,16 InputPixelOffsets=0,0,0,0 OutputPixelOffsets=0,0,0,0"},
    {"DeepLabV3", "RESAMPLE1 FLOAT32:1,3,1024,2048 FLOAT32:1,3,512,1024 InterpolationMode=LINEAR Scales=1,1,0.5,0.5"},
    {"DeepLabV3", "RESAMPLE2 FLOAT32:1,3,1024,2048 FLOAT32:1,3,513,1025 InterpolationMode=NEAREST_NEIGHBOR Scales=1,1,0.50048876,0.50024426 InputPixelOffsets=0,0,0,0 OutputPixelOffsets=0,0,0,0"},
    {"Mask R-CNN", "ROI_ALIGN FLOAT32:1,256,50,68 FLOAT32:1000,4 UINT32:1000 FLOAT32:1000,256,7,7 SpatialScaleX=0.0625 SpatialScaleY=0.0625 MinimumSamplesPerOutput=2 MaximumSamplesPerOutput=2"},
    {"Mask R-CNN", "CONVOLUTION FLOAT32:100,256,14,14 FLOAT32:256,256,2,2 - FLOAT32:100,256,28,28 Direction=BACKWARD Strides=2,2"},
    {"Mask R-CNN", "MAX_POOLING FLOAT32:1,256,13,17 FLOAT32:1,256,7,9 WindowSize=1,1 Strides=2,2"}, // the fifth level
    // tf_crop_and_resize of the middle fifth of 10 pixels to 6: larger by 2.78, and smaller than the input.
    {"Faster R-CNN", "RESAMPLE1 FLOAT32:1,1,10,10 FLOAT32:1,1,6,6 InterpolationMode=LINEAR Scales=1,1,2.7777777,2.7777777 InputPixelOffsets=0,0,0,0 OutputPixelOffsets=0,0,-10,-10"},

    {"BERT base", "MULTIHEAD_ATTENTION FLOAT32:1,128,768 FLOAT32:1,128,768 FLOAT32:1,128,768 MaskTensor=INT32:1,1 OutputTensor=FLOAT32:1,128,768 Scale=0.125 HeadCount=12 MaskType=KEY_SEQUENCE_LENGTH MaskFilterValue=-10000"},
    {"BERT base", "GEMM FLOAT32:1,12,128,64 FLOAT32:1,12,128,64 - FLOAT32:1,12,128,128 TransB=TRANSPOSE Alpha=0.125"},
    {"BERT base", "ACTIVATION_SOFTMAX1 FLOAT32:1,12,128,128 FLOAT32:1,12,128,128 Axes=3"},
    {"BERT base", "MEAN_VARIANCE_NORMALIZATION1 FLOAT32:1,128,768 FLOAT32:1,1,768 FLOAT32:1,1,768 FLOAT32:1,128,768 Axes=2"},
    {"BERT base", "ACTIVATION_GELU FLOAT32:1,128,3072 FLOAT32:1,128,3072"},
    {"BERT base", "GATHER FLOAT32:1,30522,768 UINT32:1,1,128 FLOAT32:1,128,768 Axis=1"},
    {"GPT-2", "MULTIHEAD_ATTENTION FLOAT32:1,1,768 FLOAT32:1,1,768 FLOAT32:1,1,768 PastKeyTensor=FLOAT32:1,12,7,64 PastValueTensor=FLOAT32:1,12,7,64 OutputTensor=FLOAT32:1,1,768 OutputPresentKeyTensor=FLOAT32:1,12,8,64 OutputPresentValueTensor=FLOAT32:1,12,8,64 Scale=0.125 HeadCount=12"},

    {"Stable Diffusion", "CONVOLUTION FLOAT16:2,4,64,64 FLOAT16:320,4,3,3 FLOAT16:1,320,1,1 FLOAT16:2,320,64,64 StartPadding=1,1 EndPadding=1,1"},
    {"Stable Diffusion", "CONVOLUTION FLOAT16:2,320,64,64 FLOAT16:320,320,3,3 FLOAT16:1,320,1,1 FLOAT16:2,320,32,32 Strides=2,2 StartPadding=1,1 EndPadding=1,1"},
    {"Stable Diffusion", "RESAMPLE2 FLOAT16:2,1280,8,8 FLOAT16:2,1280,16,16 InterpolationMode=NEAREST_NEIGHBOR RoundingDirection=DECREASING Scales=1,1,2,2 InputPixelOffsets=0,0,0,0 OutputPixelOffsets=0,0,0,0"},
    {"Stable Diffusion", "MEAN_VARIANCE_NORMALIZATION1 FLOAT16:2,32,10,4096 - - FLOAT16:2,32,10,4096 Axes=2,3"}, // group norm
    {"Stable Diffusion", "MULTIHEAD_ATTENTION FLOAT16:2,4096,320 FLOAT16:2,77,320 FLOAT16:2,77,320 OutputTensor=FLOAT16:2,4096,320 Scale=0.15811388 HeadCount=8"},
    {"Stable Diffusion VAE", "CONVOLUTION FLOAT16:1,128,512,512 FLOAT16:128,128,3,3 - FLOAT16:1,128,256,256 Strides=2,2 EndPadding=1,1"}, // the encoder pads the end alone
    {"Stable Diffusion VAE", "CONVOLUTION FLOAT16:1,4,64,64 FLOAT16:4,4,1,1 - FLOAT16:1,4,64,64"},
    {"Stable Diffusion VAE", "RESAMPLE FLOAT16:1,512,64,64 FLOAT16:1,512,128,128 InterpolationMode=NEAREST_NEIGHBOR Scales=1,1,2,2"},

    {"ESPCN", "DEPTH_TO_SPACE FLOAT32:1,9,72,72 FLOAT32:1,1,216,216 BlockSize=3"},
    {"Wav2Vec2", "CONVOLUTION FLOAT32:1,1,16000 FLOAT32:512,1,10 - FLOAT32:1,512,3199 Strides=5"},
    {"Wav2Vec2", "CONVOLUTION FLOAT32:1,768,49 FLOAT32:768,48,128 FLOAT32:1,768,1 FLOAT32:1,768,50 StartPadding=64 EndPadding=64 GroupCount=16"},
    {"C3D", "CONVOLUTION FLOAT32:1,3,16,112,112 FLOAT32:64,3,3,3,3 - FLOAT32:1,64,16,112,112 StartPadding=1,1,1 EndPadding=1,1,1"},
    {"C3D", "MAX_POOLING FLOAT32:1,64,16,112,112 FLOAT32:1,64,16,56,56 WindowSize=1,2,2 Strides=1,2,2"},
    {"C3D", "MAX_POOLING FLOAT32:1,512,2,7,7 FLOAT32:1,512,1,4,4 WindowSize=2,2,2 Strides=2,2,2 StartPadding=0,1,1 EndPadding=0,1,1"},
};
// clang-format on

TEST(OperatorHazards, AreNotInNetworks)
{
    std::set<std::string> networks;
    for (const Layer& layer : Layers)
    {
        EXPECT_STREQ(Explain(VerdictOn(layer.description)).c_str(), "no error")
            << layer.network << ": " << layer.description;
        networks.insert(layer.network);
    }
    EXPECT_GE(networks.size(), 20U);
}

// ---- random windows -------------------------------------------------------------------------------------------------

using window_hazards::Axis;
using window_hazards::Names;

enum class Kind
{
    Forward,
    Backward,
    Integer,
    Pooling
};

// Returns one number of each axis as a list, "(1x2)", or after other sizes, "1[1x1x2x3]".
std::string List(const std::vector<Axis>& axes, std::int64_t Axis::*number, const char* start, const char* end)
{
    std::string text = start;
    for (const Axis& axis : axes) { text += (text.back() == '(' ? "" : "x") + std::to_string(axis.*number); }
    return text + end;
}

// Returns the verdict on an operator with these axes, and channels and batches of 1.
dml::OperatorDiagnosis VerdictOn(Kind kind, const std::vector<Axis>& axes, std::uint32_t groups)
{
    const bool isPooling = kind == Kind::Pooling, isInteger = kind == Kind::Integer;
    const std::string channels = "[1x" + std::to_string(groups);
    const auto list = [&](std::int64_t Axis::*number) { return List(axes, number, "(", ") "); };
    const std::string input = List(axes, &Axis::input, ((isInteger ? "5" : "1") + channels).c_str(), "] ");
    const std::string filter =
        List(axes, &Axis::window, ((isInteger ? "5[" : "1[") + std::to_string(groups) + "x1").c_str(), "] ");
    const std::string output = List(axes, &Axis::output, ((isInteger ? "6" : "1") + channels).c_str(), "] ");
    const std::string count = std::to_string(axes.size()) + " ", windows = list(&Axis::window);
    const std::string strides = list(&Axis::stride), dilations = list(&Axis::dilation);
    const std::string paddings = list(&Axis::startPadding) + list(&Axis::endPadding);
    const std::string direction = kind == Kind::Backward ? "1 " : "0 ";
    const std::string fields =
        isPooling ? input + output + count + strides + windows + paddings + dilations + "0"
        : isInteger
            ? input + "- " + filter + "- " + output + count + strides + dilations + paddings + std::to_string(groups)
            : input + filter + "- " + output + "1 " + direction + count + strides + dilations + paddings
                  + list(&Axis::outputPadding) + std::to_string(groups) + " -";
    const operator_facts::Rule& rule = *operator_facts::RuleOf(isPooling   ? "AVERAGE_POOLING1"
                                                               : isInteger ? "CONVOLUTION_INTEGER"
                                                                           : "CONVOLUTION");
    return ValidateOperator(operator_facts::Description(rule, operator_facts::ValuesFrom(rule, fields)).Desc());
}

Names NamesOf(Kind kind, const std::vector<Axis>& axes, std::uint32_t groups)
{
    if (kind == Kind::Pooling) { return window_hazards::OfPooling(axes); }
    Names names = kind == Kind::Backward ? window_hazards::OfBackwardConvolution(axes)
                                         : window_hazards::OfForwardConvolution(axes);
    if (kind != Kind::Integer)
    {
        names.merge(window_hazards::OfFloatConvolution(axes, kind == Kind::Forward && groups == 1));
    }
    return names;
}

// With `isWhole` the filter has the input's size, and the output has one position.
Axis RandomAxis(test_support::Random& random, Kind kind, bool isWhole)
{
    const auto number = [&](std::uint32_t first, std::uint32_t last) -> std::int64_t
    { return random.Between(first, last); };
    Axis axis = {number(1, 6), number(1, 4), number(1, 3), number(1, 4), number(0, 4), number(0, 4), 0, number(1, 7)};
    if (isWhole)
    {
        axis.input = axis.window;
        axis.output = 1;
    }
    if (random.OneIn(2)) { axis.startPadding = axis.endPadding = 0; }
    if (random.OneIn(2)) { axis.dilation = 1; }
    // Most outputs have the size by the formula, or nearly.
    const std::int64_t fitting = axis.Fitting(kind == Kind::Pooling);
    if (!random.OneIn(3) && kind != Kind::Backward && !isWhole && fitting != 0) { axis.output = fitting; }
    const bool hasOutputPadding = (kind == Kind::Forward || kind == Kind::Backward) && random.OneIn(8);
    if (hasOutputPadding) { axis.output += axis.outputPadding = 1; }
    return axis;
}

// Applies what the sentence says about an axis. Returns whether the hazard is then gone.
bool IsMended(Kind kind, const dml::OperatorDiagnosis& found, Axis axis)
{
    const std::string name = ToString(found.error);
    const auto isIn = [&](const Axis& changed) { return NamesOf(kind, {changed}, 2).count(name) != 0; };
    const bool isOfPadding = name == "WindowBeyondInput" || name == "EndPaddingAssumed";
    for (const std::int64_t spare : {std::int64_t{0}, std::int64_t{found.spare}})
    {
        Axis padded = axis;
        padded.endPadding = static_cast<std::int64_t>(found.padding) + spare - axis.startPadding;
        const bool hasSize = name == "WindowBeyondInput" || padded.Fitting(false) == padded.Positions();
        if (isOfPadding && (isIn(padded) || !hasSize)) { return false; }
    }
    if (name == "WindowBeyondInput") { return true; }
    if (found.cause == dml::OperatorCause::PaddingAlone)
    {
        axis.startPadding = static_cast<std::int64_t>(found.required);
        return !axis.ReadsNothing(0);
    }
    axis.output = static_cast<std::int64_t>(found.required);
    Axis larger = axis;
    larger.output += kind == Kind::Backward ? std::int64_t{found.spare} : 0;
    const bool stepsOver = kind == Kind::Pooling && axis.dilation > axis.input; // which another size does not mend
    return (!isIn(axis) && !isIn(larger)) || stepsOver;
}

TEST(OperatorHazards, OfRandomWindowsAreThoseOfTheModel)
{
    constexpr int Rounds = 20000;
    test_support::Met met;
    for (int round = 0; round < Rounds; ++round)
    {
        test_support::Random random(static_cast<std::uint64_t>(round));
        const Kind kind = static_cast<Kind>(random.Below(4));
        std::vector<Axis> axes;
        const std::uint32_t count = random.Between(kind == Kind::Pooling ? 2 : 1, kind == Kind::Integer ? 2 : 3);
        const bool isWhole = random.OneIn(4);
        for (std::uint32_t i = 0; i < count; ++i) { axes.push_back(RandomAxis(random, kind, isWhole)); }
        const std::uint32_t groups = random.OneIn(3) ? 2 : 1;
        const dml::OperatorDiagnosis found = VerdictOn(kind, axes, groups);
        const Names expected = NamesOf(kind, axes, groups);
        const std::string name = found.Ok() ? "" : operator_facts::ReasonOf(found);
        ASSERT_TRUE(found.Accepted()) << Explain(found).c_str();
        ASSERT_EQ(found.Ok(), expected.empty()) << round << ": " << Explain(found).c_str();
        ASSERT_TRUE(found.Ok() || expected.count(name) == 1) << round << ": " << Explain(found).c_str();
        ++met[name];
        const bool isOfWindow = name.find("Window") == 0 || name == "EndPaddingAssumed";
        // The sentence about a dilation, and the one about a BACKWARD convolution that crops all, give no other size.
        const bool hasSize =
            found.cause != dml::OperatorCause::StepsOver && found.cause != dml::detail::OperatorCause::CropsAll;
        if (!isOfWindow || !hasSize) { continue; }
        const std::uint32_t axis = found.axis != dml::detail::None32 ? found.axis - 2 : found.element;
        EXPECT_TRUE(IsMended(kind, found, axes[axis])) << round << ": " << Explain(found).c_str();
    }
    for (const char* const name :
         {"", "WindowOutside", "WindowBeyondInput", "EndPaddingAssumed", "OutputPaddingZeros", "FilterCoversInput"})
    {
        EXPECT_GT(met[name], 50U) << name;
    }
}
} // namespace

} // namespace operator_hazards_test
